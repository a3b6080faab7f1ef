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

async function setForward(seconds) {
  await ask("forward", { seconds });
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
  drawSidebar({ onPerson: changePerson, onLanguage: changeLanguage, onForward: setForward, languages });
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

// The last message stays in sight, also when its pictures arrive, until one scrolls away from it. What one has just
// opened or pressed stays where it is, whatever changes above it.
let atEnd = true;

function toEnd() {
  atEnd = true;
  box().scrollTop = box().scrollHeight;
}

const OPEN = ".selectmenu:has(.popup:not([hidden]))";
const openMenu = () => box().querySelector(OPEN);

// What is to stay where it is, the most important first: an open menu, the focus, a control in sight of the message that
// changes, and, away from the end, the message at the top.
function held(old) {
  const view = box().getBoundingClientRect();
  const rect = (n) => n.getBoundingClientRect();
  const inSight = (n) => rect(n).bottom > view.top && rect(n).top < view.bottom;
  const focus = document.activeElement !== box() && box().contains(document.activeElement);
  const controls = old ? [...old.querySelectorAll(".body [data-id]")].filter(inSight) : [];
  const first = atEnd ? null : [...box().children].find((n) => rect(n).bottom > view.top);
  return [openMenu(), focus && document.activeElement, ...controls, first].filter((n) => n && inSight(n));
}

// Change the list so that what is held stays where it is; at the end one stays at the end, unless a menu is open or a
// control would go out of sight. `change` gives a function that finds what has become of a part of `old`.
function steady(old, change) {
  const menu = Boolean(openMenu());
  const before = held(old).map((n) => [n, n.getBoundingClientRect().top]);
  box().style.overflowAnchor = "none"; // not the browser's own idea of it besides
  const twin = change();
  const pairs = before.map(([n, top]) => [n.isConnected ? n : twin?.(n), top]);
  const [now, top] = pairs.find(([n]) => n) || [];
  if (atEnd && !menu) {
    toEnd();
    if (old) now?.scrollIntoView({ block: "nearest" });
  } else if (now) box().scrollTop += now.getBoundingClientRect().top - top;
  box().style.overflowAnchor = "";
}

const draw = (m, before) => messageNode(m, before, { onMenu: messageMenu, onPerson: personMenu });

function putMessage(m, at) {
  if (m.channel_id !== state.channel) {
    state.unread.add(m.channel_id);
    return drawFrame();
  }
  const old = box().querySelector(`.message[data-id="${m.id}"]`);
  state.messages.set(m.id, m);
  const all = [...state.messages.values()];
  const node = draw(m, all[all.indexOf(m) - 1]);
  steady(old, () => {
    const twin = old ? exchange(old, node) : box().append(node);
    box()
      .querySelectorAll(".local.sending")
      .forEach((n) => m.interaction && n.remove());
    return twin;
  });
  if (m.mine && !openMenu()) toEnd();
  requestAnimationFrame(() => (node.dataset.shownAfter = Math.max(0, Date.now() - at).toFixed(0)));
}

// Put a message in the place of its former state: the focus and an open menu go on in it. The answer finds what has
// become of a part of the former one, undefined if it is gone.
function exchange(old, node) {
  const find = (id) => id && node.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const twin = (part) => {
    if (part === old) return node;
    const control = part.classList.contains("selectmenu") ? part.querySelector("[data-id]") : part.closest("[data-id]");
    return control && control !== old && old.contains(control) ? find(control.dataset.id) : undefined;
  };
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const menu = old.querySelector(OPEN);
  const next = menu && twin(menu)?.closest(".selectmenu");
  const focused = focus && (twin(focus) || node);
  old.replaceWith(node);
  focused?.focus({ preventScroll: true });
  next?.menu.goOnFrom(menu.menu);
  return twin;
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
box().addEventListener("scroll", () => openMenu() || (atEnd = box().scrollHeight - box().scrollTop - box().clientHeight < 120));
box().addEventListener("load", () => atEnd && !openMenu() && toEnd(), true);
window.addEventListener("resize", () => {
  closeMenu();
  if (atEnd) toEnd();
});

// With ?phone the page is shown again in a frame of a phone's size.
function showPhone() {
  document.body.classList.add("phone-frame");
  fill(document.body, el("iframe", { src: `/${location.hash}`, title: document.title }));
}

async function begin() {
  applyTheme(theme());
  await loadWords();
  connect({
    onOpen: () => enter(place().get("person") || sessionStorage.getItem("person")),
    onNews: (data) => state.me && state.channel && news[data.kind]?.(data),
    onLost: () => fill(document.getElementById("notice"), el("p", { class: "lost" }, t("lost"))),
  });
}

if (new URLSearchParams(location.search).has("phone")) showPhone();
else await begin();
