// Servers and channels at the side, and who one is.

import { avatar, el, fill, icon, languageName, t } from "./dom.js";
import { channelLabel, channelOf, now, state } from "./state.js";

const THEMES = ["auto", "light", "dark"];

export function applyTheme(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const theme = () =>
  THEMES.includes(localStorage.getItem("theme")) ? localStorage.getItem("theme") : "auto";

export function openDrawer(open) {
  document.getElementById("app").classList.toggle("drawer", open);
  if (open) requestAnimationFrame(() => document.querySelector("#sidebar [aria-current], #sidebar a")?.focus());
}

const FORWARD = [
  ["hour", 3600],
  ["hours", 8 * 3600],
  ["day", 24 * 3600],
];

// What time it is here, and buttons that set the clock forward for everybody.
function clock(onForward) {
  const format = new Intl.DateTimeFormat(state.me.locale, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const buttons = FORWARD.map(([name, seconds]) =>
    el(
      "button",
      { type: "button", class: "button", title: t("forward"), onclick: () => onForward(seconds) },
      t(`forward_${name}`),
    ),
  );
  return el(
    "div",
    { class: "clock", role: "group", "aria-label": t("forward") },
    el("time", {}, format.format(new Date(now()))),
    buttons,
  );
}

export function drawSidebar({ onPerson, onLanguage, onForward, languages }) {
  const side = document.getElementById("sidebar");
  side.setAttribute("aria-label", t("places"));
  const servers = state.guilds.map((g) =>
    el(
      "section",
      {},
      el(
        "h2",
        {},
        el("span", { class: "badge", "aria-hidden": "true" }, g.name[0]),
        g.name,
        el("span", { class: "hint", lang: g.locale }, g.locale.slice(0, 2)),
      ),
      el(
        "ul",
        {},
        g.channels.filter((c) => !c.parent).map((c) => entry(c, g)),
      ),
    ),
  );
  const direct = { id: state.dm, name: state.bot.name, type: 1 };
  const close = el(
    "button",
    { type: "button", class: "round only-phone", "aria-label": t("close"), onclick: () => openDrawer(false) },
    icon("close"),
  );
  fill(
    side,
    el("div", { class: "brand" }, el("h1", {}, t("title")), close),
    el(
      "div",
      { class: "places" },
      el("section", {}, el("h2", {}, t("direct")), el("ul", {}, entry(direct, null))),
      servers,
    ),
    clock(onForward),
    card({ onPerson, onLanguage, languages }),
  );
}

function entry(channel, guild) {
  const threads = guild ? guild.channels.filter((c) => c.parent === channel.id) : [];
  const here = channel.id === state.channel;
  const unread = state.unread.has(channel.id);
  const face =
    channel.type === 1
      ? [avatar(state.bot, true), channel.name, dot()]
      : [el("span", { class: "hash", "aria-hidden": "true" }, channel.parent ? "↳" : "#"), channel.name];
  const link = el(
    "a",
    {
      href: `#channel=${channel.id}`,
      "aria-current": here ? "page" : null,
      class: unread ? "unread" : null,
      title: channel.parent ? t("thread") : channel.topic,
    },
    face,
    unread ? el("span", { class: "hidden-text" }, t("unread")) : null,
  );
  return el(
    "li",
    {},
    link,
    threads.length
      ? el(
          "ul",
          {},
          threads.map((c) => entry(c, guild)),
        )
      : null,
  );
}

const dot = () => el("span", { class: state.online ? "dot on" : "dot", "aria-hidden": "true" });

function card({ onPerson, onLanguage, languages }) {
  const locale = el(
    "select",
    { "aria-label": t("your_language"), title: t("your_language"), onchange: () => onLanguage(locale.value) },
    languages.map((l) => el("option", { value: l, lang: l, selected: l === state.me.locale }, languageName(l))),
  );
  const person = el(
    "button",
    {
      type: "button",
      class: "me",
      onclick: onPerson,
      title: t("change"),
      "aria-label": `${state.me.name}: ${t("change")}`,
    },
    avatar(state.me),
    el("span", { class: "label" }, state.me.name),
  );
  const next = () => {
    applyTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    label();
  };
  const colours = el("button", { type: "button", class: "round", onclick: next }, icon("theme"));
  const label = () => {
    colours.title = `${t("theme")}: ${t(`theme_${theme()}`)}`;
    colours.setAttribute("aria-label", colours.title);
  };
  label();
  return el("div", { class: "card" }, person, locale, colours);
}

export function drawTop({ onRefusals }) {
  const channel = channelOf(state.channel);
  const count = state.violations.filter((v) => v.severity !== "note").length;
  const menu = el(
    "button",
    { type: "button", class: "round only-phone", "aria-label": t("open_places"), onclick: () => openDrawer(true) },
    icon("menu"),
    state.unread.size ? el("span", { class: "dot ping" }) : null,
  );
  const topic = channel.type === 1 ? t("topic_direct") : channel.topic || (channel.parent ? t("thread") : "");
  const badge = count
    ? el(
        "button",
        {
          type: "button",
          class: "refusals",
          title: t("refusals"),
          "aria-label": `${t("refusals")}: ${count}`,
          onclick: onRefusals,
        },
        icon("warn"),
        String(count),
      )
    : null;
  fill(
    document.getElementById("top"),
    menu,
    el("h2", {}, channelLabel(channel)),
    el("span", { class: "topic" }, topic),
    badge,
  );
  document.title = `${channelLabel(channel)} · ${state.me.name} · ${t("title")}`;
}
