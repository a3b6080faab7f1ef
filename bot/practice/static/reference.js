// The line above a message: which command it answers, or which message.

import { avatar, el, t } from "./dom.js";
import { inline } from "./markdown.js";
import { nameOf, shownCommand } from "./state.js";

const REPLY = 19;
const SLASH = 1;
const QUOTED = 120;

export const reference = (m) => (m.type === REPLY ? replied(m) : used(m));

// A form that a command has opened counts as that command.
function used(m) {
  const own = m.interaction_metadata;
  const origin = own?.triggering_interaction_metadata || own;
  if (!origin?.name) return null;
  const slash = origin.command_type === SLASH;
  const shown = `${slash ? "/" : ""}${shownCommand(origin.name, origin.command_type)}`;
  const parts = t("used", { name: "\0name\0", command: "\0command\0" }).split("\0");
  const nodes = { name: el("b", {}, nameOf(own.user)), command: el("span", { class: "command" }, shown) };
  const words = parts.map((part) => nodes[part] || part);
  return el("div", { class: "reference" }, avatar({ ...own.user, name: nameOf(own.user) }, true), words);
}

function replied(m) {
  const there = m.referenced_message;
  if (!there) return el("div", { class: "reference gone" }, t("gone_reply"));
  const author = { ...there.author, name: nameOf(there.author) };
  const quote = el("span", { class: "quote" }, inline(firstLine(there)));
  return el("div", { class: "reference" }, avatar(author, true), el("b", {}, author.name), " ", quote);
}

function firstLine(m) {
  const [embed] = m.embeds;
  const text = m.content || embed?.title || embed?.description || firstText(m.components) || t("attachment");
  const line = text.split("\n")[0].replace(/^(#{1,3}|-#|>|[-*]) /, "");
  if (line.length <= QUOTED) return line;
  return `${line.slice(0, QUOTED).replace(/<[^>]*$/, "")}…`; // half a mention or emoji would show its id
}

function firstText(components) {
  for (const c of components || []) {
    const found = c.content || firstText(c.components);
    if (found) return found;
  }
  return "";
}
