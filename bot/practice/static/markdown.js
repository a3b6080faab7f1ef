// Markdown as Discord shows it, made into elements; nothing of it is ever taken as HTML.

import { el, safeLink, t } from "./dom.js";
import { now, channelLabel, channelOf, nameOf, guildOf, shownCommand, state } from "./state.js";

// ---------------------------------------------------------------- blocks
export function markdown(text, { headings = true } = {}) {
  const out = document.createDocumentFragment();
  const parts = text.split(/(```(?:[\s\S]*?)```)/g);
  for (const part of parts) {
    const code = /^```(?:([\w+-]+)\n)?([\s\S]*?)```$/.exec(part);
    if (code) out.append(el("pre", { tabIndex: 0 }, el("code", {}, code[2].replace(/^\n|\n$/g, ""))));
    else if (part) out.append(...blocks(part.replace(/^\n/, ""), headings));
  }
  return out;
}

function blocks(text, headings) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const out = [];
  let prose = [];
  const flush = () => {
    if (prose.length) out.push(el("div", { class: "prose" }, inline(prose.join("\n"))));
    prose = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const heading = headings && /^(#{1,3})\s+(.+)$/.exec(line);
    if (heading) {
      flush();
      out.push(el(`h${heading[1].length + 2}`, { class: `h${heading[1].length}` }, inline(heading[2])));
    } else if (/^-# /.test(line)) {
      flush();
      out.push(el("div", { class: "subtext" }, inline(line.slice(3))));
    } else if (/^>>> /.test(line)) {
      flush();
      const rest = [line.slice(4), ...lines.slice(i + 1)].join("\n");
      out.push(el("blockquote", {}, blocks(rest, headings)));
      break;
    } else if (/^> ?/.test(line) && /^>( |$)/.test(line)) {
      flush();
      const quoted = [];
      while (i < lines.length && /^>( |$)/.test(lines[i])) quoted.push(lines[i++].replace(/^> ?/, ""));
      i--;
      out.push(el("blockquote", {}, blocks(quoted.join("\n"), headings)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (i < lines.length && (sameList(items, lines[i]) || (items.length && /^\s+\S/.test(lines[i]))))
        items.push(lines[i++]);
      i--;
      out.push(list(items));
    } else prose.push(line);
  }
  flush();
  return out;
}

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

// Bullets and numbers side by side are two lists.
function sameList(items, line) {
  const m = ITEM.exec(line);
  const first = ITEM.exec(items[0] || line);
  return Boolean(m) && (m[1].length > first[1].length || /\d/.test(m[2]) === /\d/.test(first[2]));
}

function list(lines) {
  const stack = [];
  let root = null;
  for (const line of lines) {
    const m = ITEM.exec(line);
    if (!m) {
      stack.at(-1)?.node.lastElementChild?.append("\n", ...inline(line.trim()));
      continue;
    }
    const depth = m[1].length;
    while (stack.length > 1 && stack.at(-1).depth > depth) stack.pop();
    const ordered = /\d/.test(m[2]);
    if (!stack.length || depth > stack.at(-1).depth) {
      const node = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(m[2], 10) } : {});
      if (stack.length) stack.at(-1).node.lastElementChild.append(node);
      else root = node;
      stack.push({ depth, node });
    }
    stack.at(-1).node.append(el("li", {}, inline(m[3])));
  }
  return root;
}

// ---------------------------------------------------------------- inline
const RULES = [
  [/^\\([^0-9A-Za-z\s])/, (m) => [m[1]]],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (m) => [el("code", {}, m[2].replace(/^ (.*) $/, "$1"))]],
  [/^<a?:(\w+):(\d+)>/, (m) => [customEmoji({ name: m[1], id: m[2] })]],
  [/^<@!?(\d+)>/, (m) => [mention(m[1])]],
  [/^<@&(\d+)>/, (m) => [roleMention(m[1])]],
  [/^<#(\d+)>/, (m) => [channelMention(m[1])]],
  [/^<\/([^:>]+):(\d+)>/, (m) => [commandMention(m[1])]],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => [timestamp(Number(m[1]), m[2] || "f")]],
  [/^@(everyone|here)\b/, (m) => [el("span", { class: "mention" }, `@${m[1]}`)]],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => [link(m[1], m[1])]],
  [/^\[((?:[^\[\]\\]|\\.)+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m) => [link(m[2], inline(m[1]))]],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]!?]/, (m) => [link(m[0], m[0])]],
  [/^\|\|([\s\S]+?)\|\|/, (m) => [spoiler(inline(m[1]))]],
  [/^\*\*\*((?:[^*]|\*(?!\*\*))+?)\*\*\*/, (m) => [el("strong", {}, el("em", {}, inline(m[1])))]],
  [/^\*\*((?:[^*]|\*(?!\*))+?)\*\*(?!\*)/, (m) => [el("strong", {}, inline(m[1]))]],
  [/^__((?:[^_]|_(?!_))+?)__(?!_)/, (m) => [el("u", {}, inline(m[1]))]],
  [/^~~([\s\S]+?)~~/, (m) => [el("s", {}, inline(m[1]))]],
  [/^\*(?=\S)((?:\*\*[\s\S]*?\*\*|[^*])+?)(?<=\S)\*(?!\*)/, (m) => [el("em", {}, inline(m[1]))]],
  [/^_((?:__[\s\S]*?__|[^_])+?)_(?!\w)/, (m) => [el("em", {}, inline(m[1]))]],
];

export function inline(text) {
  const out = [];
  let plain = "";
  const flush = () => {
    plain.split("\n").forEach((piece, i) => {
      if (i) out.push(el("br"));
      out.push(...withEmojis(piece));
    });
    plain = "";
  };
  for (let i = 0; i < text.length;) {
    const rest = text.slice(i);
    const rule = /[\\`<@[h|*_~]/.test(rest[0]) && RULES.find(([rx]) => fits(rx, rest, text[i - 1]));
    if (rule) {
      const m = rule[0].exec(rest);
      flush();
      out.push(...rule[1](m));
      i += m[0].length;
    } else plain += text[i++];
  }
  flush();
  return out;
}

function fits(rx, rest, before) {
  if (rest[0] === "_" && before && /\w/.test(before)) return false;
  return rx.test(rest);
}

// ---------------------------------------------------------------- the parts
const EMOJI = /((?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)/u;

// Text whose emojis are as wide as Discord's pictures of them, whatever fonts this machine has.
export function withEmojis(text) {
  return text.split(EMOJI).filter(Boolean).map((piece) =>
    EMOJI.test(piece) ? el("span", { class: "sign" }, piece) : piece);
}

// An emoji of the application: a picture as high as a line, read aloud by its name.
export function customEmoji({ name, id }) {
  const shown = `:${name}:`;
  const image = el("img", { src: `/emojis/${id}.png`, alt: shown, title: shown, class: "emoji" });
  image.addEventListener("error", () => image.replaceWith(shown), { once: true });
  return image;
}

function link(url, label) {
  return el("a", { href: safeLink(url) || "#", target: "_blank", rel: "noopener noreferrer" }, label);
}

function spoiler(content) {
  const node = el("span", { class: "spoiler", role: "button", tabIndex: 0, "aria-label": t("spoiler") });
  node.append(el("span", { class: "hidden" }, content));
  const open = (event) => {
    if (node.classList.contains("open") || (event.key && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    node.classList.add("open");
    ["role", "aria-label", "tabindex"].forEach((name) => node.removeAttribute(name));
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", open);
  return node;
}

function mention(id) {
  const person = state.people.get(id);
  return el(
    "span",
    { class: id === state.me?.id ? "mention me" : "mention" },
    `@${person ? nameOf(person) : "…"}`,
  );
}

function roleMention(id) {
  const role = guildOf(state.channel)?.roles.find((r) => r.id === id);
  return el("span", { class: "mention" }, `@${role ? role.name : "…"}`);
}

function channelMention(id) {
  const channel = channelOf(id);
  return el("a", { class: "mention", href: `#channel=${id}` }, channel ? channelLabel(channel) : "#…");
}

function commandMention(path) {
  const node = el("button", { class: "mention", type: "button" }, `/${shownCommand(path)}`);
  node.addEventListener("click", () =>
    node.dispatchEvent(new CustomEvent("run", { bubbles: true, detail: path })),
  );
  return node;
}

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function timestamp(seconds, style) {
  const when = new Date(seconds * 1000);
  const full = new Intl.DateTimeFormat(state.me?.locale, FORMATS.F).format(when);
  const node = el("time", { class: "timestamp", dateTime: when.toISOString(), title: full });
  if (style === "R") node.dataset.relative = seconds;
  node.textContent =
    style === "R" ? relative(seconds) : new Intl.DateTimeFormat(state.me?.locale, FORMATS[style]).format(when);
  return node;
}

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function relative(seconds) {
  const left = seconds - now() / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(left) >= size) || UNITS.at(-1);
  return new Intl.RelativeTimeFormat(state.me?.locale, { numeric: "auto" }).format(Math.round(left / size), unit);
}

setInterval(() => {
  for (const node of document.querySelectorAll("[data-relative]"))
    node.textContent = relative(Number(node.dataset.relative));
}, 1000);
