// Puts it together: who one is, which channel is open, and what the server tells.

import { el, errorText, fill, icon, loadWords, t, useLanguage } from "./dom.js";
import { drawComposer, focusBox, insert, setReply, startCommand } from "./composer.js";
import { showForm } from "./form.js";
import { ask, connect } from "./live.js";
import { closeMenu, showMenu } from "./menu.js";
import { messageNode, note } from "./message.js";
import { choosePerson } from "./people.js";
import { applyTheme, drawSidebar, drawTop, openDrawer, theme } from "./sidebar.js";
import { channelLabel, channelOf, leaves, nameOf, state, takeWorld } from "./state.js";

let languages = [];
const box = () => document.getElementById("messages");
const place = () => new URLSearchParams(location.hash.slice(1));

// ---------------------------------------------------------------- person
async function enter(person) {
  const world = await ask("enter", { person: person || "0" });
  languages = world.languages;
  state.violations = world.violations;
  takeWorld(world);
  if (!state.me) {
    sessionStorage.removeItem("person");
    return choosePerson({ people: world.people, languages, current: null, onChoose: enter });
  }
  sessionStorage.setItem("person", state.me.id);
  useLanguage(state.me.locale);
  document.getElementById("skip").textContent = t("to_box");
  document.getElementById("app").hidden = false;
  state.unread.clear();
  const wanted = place().get("channel") || state.channel;
  await openChannel(channelOf(wanted) ? wanted : home());
}

// The first channel of the server that speaks the person's language.
function home() {
  const own = state.guilds.find((g) => g.locale.slice(0, 2) === state.me.locale.slice(0, 2));
  return (own || state.guilds[0])?.channels[0]?.id || state.dm;
}

function changePerson() {
  openDrawer(false);
  choosePerson({
    people: [...state.people.values()].filter((p) => p.id !== state.bot.id),
    languages,
    current: state.me.id,
    onChoose: enter,
  });
}

async function changeLanguage(locale) {
  await ask("speak", { locale });
  await enter(state.me.id);
}

// ---------------------------------------------------------------- channel
async function openChannel(id) {
  state.channel = id;
  state.unread.delete(id);
  state.reply = null;
  const url = `#person=${state.me.id}&channel=${id}`;
  if (location.hash !== url) history.replaceState(null, "", url);
  const { messages, commands } = await ask("open", { channel: id });
  if (state.channel !== id) return;
  state.commands = commands;
  state.messages = new Map(messages.map((m) => [m.id, m]));
  drawFrame();
  drawComposer();
  drawMessages();
  openDrawer(false);
  focusBox();
}

function drawFrame() {
  drawSidebar({ onPerson: changePerson, onLanguage: changeLanguage, languages });
  drawTop({ onRefusals: showRefusals });
  fill(document.getElementById("notice"), state.online ? null : el("p", {}, t("bot_offline")));
}

function drawMessages() {
  const channel = channelLabel(channelOf(state.channel));
  box().setAttribute("aria-label", t("messages", { channel }));
  const nodes = [...state.messages.values()].map((m, i, all) => draw(m, all[i - 1]));
  const start = el(
    "div",
    { class: "start" },
    el("h3", {}, t("start", { channel })),
    el("p", { class: "hint" }, t("start_hint")),
  );
  fill(box(), start, nodes);
  toEnd();
}

// The last message stays in sight, also when its pictures arrive, until one scrolls away from it.
let atEnd = true;

function toEnd() {
  atEnd = true;
  box().scrollTop = box().scrollHeight;
}

const draw = (m, before) => messageNode(m, before, { onMenu: messageMenu, onPerson: personMenu });

function putMessage(m, at) {
  if (m.channel_id !== state.channel) {
    state.unread.add(m.channel_id);
    return drawFrame();
  }
  const old = box().querySelector(`.message[data-id="${m.id}"]`);
  const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.id || "" : null;
  state.messages.set(m.id, m);
  const all = [...state.messages.values()];
  const node = draw(m, all[all.indexOf(m) - 1]);
  if (old) old.replaceWith(node);
  else box().append(node);
  if (focused !== null) (node.querySelector(`[data-id="${CSS.escape(focused)}"]`) || node).focus();
  box()
    .querySelectorAll(".local.sending")
    .forEach((n) => m.interaction && n.remove());
  if (atEnd || m.mine) toEnd();
  requestAnimationFrame(() => (node.dataset.shownAfter = Math.max(0, Date.now() - at).toFixed(0)));
}

function dropMessage(channel, id) {
  if (channel !== state.channel) return;
  state.messages.delete(id);
  const node = box().querySelector(`.message[data-id="${id}"]`);
  if (node?.contains(document.activeElement)) focusBox();
  node?.remove();
}

// ---------------------------------------------------------------- interactions
function followInteraction(i) {
  if (i.modal && i.state === "answered") showForm(i.id, i.modal);
  if (i.type === 2) return followCommand(i);
  const node = box().querySelector(`.message[data-id="${i.message}"]`);
  if (i.state !== "sent") node?.querySelectorAll(".busy").forEach((n) => n.classList.remove("busy"));
  if (i.state === "failed") i.message ? note(i.message, t("failed")) : localLine("failed", t("failed"));
}

function followCommand(i) {
  if (i.channel !== state.channel) return;
  const line = box().querySelector(`.local[data-id="${i.id}"]`);
  if (i.state === "sent") {
    setTimeout(() => state.waiting?.has(i.id) && localLine("sending", t("sending"), i.id), 300);
    (state.waiting ||= new Set()).add(i.id);
    return;
  }
  state.waiting?.delete(i.id);
  line?.remove();
  if (i.state === "failed")
    localLine(
      "failed",
      `/${leaves().find((l) => l.path === i.command)?.shown || i.command}: ${t("no_response")}`,
      i.id,
    );
}

function localLine(kind, text, id = "") {
  const dismiss = el("button", { type: "button", class: "textlink", onclick: () => node.remove() }, t("dismiss"));
  const node = el(
    "div",
    { class: `local ${kind}`, role: kind === "failed" ? "alert" : "status", "data-id": id },
    text,
    kind === "failed" ? [" • ", dismiss] : null,
  );
  box().append(node);
  toEnd();
}

// ---------------------------------------------------------------- menus
const appItems = (kind, run) => {
  const found = leaves(kind).map((l) => ({ label: l.shown, act: () => run(l.command.name) }));
  return found.length ? found : [{ empty: t("no_apps") }];
};

const tell = (promise) => promise.catch((error) => localLine("failed", errorText(error)));

function messageMenu(m, event) {
  const run = (name) => tell(ask("on_message", { message: m.id, name }));
  const items = [
    { label: t("reply"), act: () => setReply(m) },
    { label: t("copy"), act: () => navigator.clipboard?.writeText(m.content) },
    { title: t("apps") },
    ...appItems(3, run),
  ];
  showMenu(t("apps_message"), items, event);
}

function personMenu(person, event) {
  const run = (name) => tell(ask("on_user", { channel: state.channel, target: person.id, name }));
  const items = [
    { label: t("mention"), act: () => insert(`<@${person.id}> `) },
    { title: t("apps") },
    ...appItems(2, run),
  ];
  showMenu(t("apps_person", { name: nameOf(person) }), items, event);
}

function showRefusals() {
  const rows = state.violations
    .filter((v) => v.severity !== "note")
    .map((v) =>
      el(
        "li",
        { class: v.severity },
        el("b", {}, v.what),
        ` ${v.detail} `,
        v.route ? el("code", {}, v.route) : null,
      ),
    );
  const close = el(
    "button",
    { type: "button", class: "round", "aria-label": t("close"), onclick: () => dialog.close() },
    icon("close"),
  );
  const dialog = el(
    "dialog",
    { class: "violations", "aria-labelledby": "refusals-title" },
    el("header", {}, el("h2", { id: "refusals-title" }, t("refusals_title")), close),
    el("p", { class: "hint" }, t("refusals_hint")),
    el("ul", {}, rows),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.getElementById("dialogs").append(dialog);
  dialog.showModal();
}

// ---------------------------------------------------------------- news
const news = {
  message: (n) => putMessage(n.message, n.at),
  deleted: (n) => dropMessage(n.channel, n.id),
  interaction: followInteraction,
  violation: (n) => {
    state.violations.push(n);
    drawTop({ onRefusals: showRefusals });
  },
  commands: async () => {
    const { commands } = await ask("open", { channel: state.channel });
    state.commands = commands;
    if (!document.getElementById("picker")?.hidden)
      document.getElementById("box")?.dispatchEvent(new Event("input"));
  },
  world: (n) => {
    takeWorld(n);
    drawFrame();
  },
  bot: (n) => {
    state.online = n.online;
    drawFrame();
  },
  typing: (n) => {
    if (n.channel !== state.channel) return;
    fill(
      document.getElementById("notice"),
      el("p", { class: "typing" }, t("typing", { name: nameOf(state.bot) })),
    );
    setTimeout(drawFrame, 5000);
  },
};

// ---------------------------------------------------------------- start
document.addEventListener("reply", (event) => setReply(event.detail));
document.addEventListener("run", (event) => {
  const leaf = leaves().find((l) => l.path === event.detail);
  if (leaf) startCommand(leaf);
});
document.getElementById("shade").addEventListener("click", () => openDrawer(false));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.getElementById("app").classList.contains("drawer")) return;
  openDrawer(false);
  focusBox();
});
window.addEventListener("hashchange", () => {
  const at = place();
  if (at.get("person") && at.get("person") !== state.me?.id) return enter(at.get("person"));
  const id = at.get("channel");
  if (id && channelOf(id)) openChannel(id);
});
box().addEventListener("keydown", (event) => {
  if (!event.target.classList.contains("message")) return;
  const all = [...box().querySelectorAll(".message")];
  const to = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (to) {
    event.preventDefault();
    (all[all.indexOf(event.target) + to] || document.getElementById("box") || event.target).focus();
  } else if (event.key === "Escape") focusBox();
});
box().addEventListener("scroll", () => (atEnd = box().scrollHeight - box().scrollTop - box().clientHeight < 120));
box().addEventListener("load", () => atEnd && toEnd(), true);
window.addEventListener("resize", () => {
  closeMenu();
  if (atEnd) toEnd();
});

applyTheme(theme());
await loadWords();
connect({
  onOpen: () => enter(place().get("person") || sessionStorage.getItem("person")),
  onNews: (data) => state.me && state.channel && news[data.kind]?.(data),
  onLost: () => fill(document.getElementById("notice"), el("p", { class: "lost" }, t("lost"))),
});
