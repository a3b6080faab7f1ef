// One message.

import { avatar, el, errorText, icon, t } from "./dom.js";
import { attachment, component, embed } from "./components.js";
import { markdown } from "./markdown.js";
import { ask } from "./live.js";
import { reference } from "./reference.js";
import { nameOf, now, state } from "./state.js";

const LOADING = 128;
const EPHEMERAL = 64;

export const isPrivate = (m) => Boolean(m.flags & EPHEMERAL);
const time = (iso, options) => new Intl.DateTimeFormat(state.me?.locale, options).format(new Date(iso));

export function follows(m, before) {
  const other =
    !before ||
    before.author.id !== m.author.id ||
    m.message_reference ||
    m.interaction_metadata ||
    isPrivate(before);
  return !other && new Date(m.timestamp) - new Date(before.timestamp) < 7 * 60000;
}

export function messageNode(m, before, { onMenu, onPerson }) {
  const joined = follows(m, before);
  const classes = [
    "message",
    joined && "joined",
    isPrivate(m) && "private",
    m.pings_me && !m.mine && "pinged",
    m.flags & LOADING && "loading",
  ];
  const node = el("article", {
    class: classes.filter(Boolean).join(" "),
    tabIndex: -1,
    "data-id": m.id,
    "aria-label": `${nameOf(m.author)}, ${time(m.timestamp, { timeStyle: "short" })}`,
  });
  node.append(
    ...[reference(m), joined ? null : head(m, onPerson), body(m, node), footer(m), tools(m, onMenu)].filter(
      Boolean,
    ),
  );
  node.addEventListener("contextmenu", (event) => {
    if (event.target.closest("a, input, textarea")) return;
    event.preventDefault();
    onMenu(m, event);
  });
  return node;
}

function head(m, onPerson) {
  const person = { ...m.author, name: nameOf(m.author) };
  const open = (event) => onPerson(person, event);
  const name = el(
    "button",
    {
      type: "button",
      class: "author",
      onclick: open,
      oncontextmenu: (event) => (event.preventDefault(), event.stopPropagation(), open(event)),
    },
    person.name,
  );
  return el(
    "header",
    { class: "head" },
    avatar(person),
    name,
    m.author.bot ? el("span", { class: "tag" }, t("app")) : null,
    el("time", { class: "when", dateTime: m.timestamp }, when(m.timestamp)),
  );
}

function when(iso) {
  const clock = time(iso, { timeStyle: "short" });
  const date = new Date(iso);
  const days = Math.round((new Date(now()).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  if (days === 0) return clock;
  return days === 1 ? `${t("days_yesterday")} ${clock}` : time(iso, { dateStyle: "short", timeStyle: "short" });
}

function body(m, node) {
  if (m.flags & LOADING)
    return el(
      "div",
      { class: "body thinking" },
      t("thinking", { name: nameOf(m.author) }),
      el("span", { class: "dots", "aria-hidden": "true" }),
    );
  const act = (kind, c, values) => use(m, node, kind, c, values);
  const edited = m.edited_timestamp
    ? el(
        "span",
        { class: "edited", title: time(m.edited_timestamp, { dateStyle: "long", timeStyle: "short" }) },
        t("edited"),
      )
    : null;
  const content = m.content ? el("div", { class: "content" }, markdown(m.content)) : null;
  if (edited)
    (content?.lastElementChild?.classList.contains("prose") ? content.lastElementChild : content || node).append?.(
      ...(content ? [" ", edited] : []),
    );
  return el(
    "div",
    { class: "body" },
    content,
    m.embeds.map(embed),
    m.attachments.filter((a) => !(m.flags & 32768)).map(attachment),
    m.components.length
      ? el(
          "div",
          { class: "components" },
          m.components.map((c) => component(c, act)),
        )
      : null,
    edited && !content ? edited : null,
    el("p", { class: "failed", role: "alert", hidden: true }),
  );
}

async function use(m, node, kind, c, values) {
  note(m.id, "");
  const control = node.querySelector(`[data-id="${CSS.escape(c.custom_id)}"]`);
  control?.classList.add("busy");
  try {
    await ask(kind, { message: m.id, id: c.custom_id, values });
  } catch (error) {
    control?.classList.remove("busy");
    note(m.id, errorText(error));
  }
}

// Say something under a message: that an interaction failed, for instance.
export function note(id, text) {
  const line = document.querySelector(`.message[data-id="${id}"] .failed`);
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
  if (text) line.scrollIntoView({ block: "nearest" });
}

function footer(m) {
  if (!isPrivate(m)) return null;
  const dismiss = el(
    "button",
    { type: "button", class: "textlink", onclick: () => ask("dismiss", { message: m.id }) },
    t("dismiss"),
  );
  return el("div", { class: "onlyyou" }, icon("eye"), t("only_you"), " • ", dismiss);
}

function tools(m, onMenu) {
  if (m.flags & LOADING) return null;
  const reply = el(
    "button",
    {
      type: "button",
      title: t("reply"),
      "aria-label": t("reply"),
      onclick: (e) => e.currentTarget.dispatchEvent(new CustomEvent("reply", { bubbles: true, detail: m })),
    },
    icon("reply"),
  );
  const more = el(
    "button",
    {
      type: "button",
      title: t("more"),
      "aria-label": t("more"),
      "aria-haspopup": "menu",
      onclick: (event) => onMenu(m, event),
    },
    icon("more"),
  );
  return el("div", { class: "tools" }, isPrivate(m) ? null : reply, more);
}
