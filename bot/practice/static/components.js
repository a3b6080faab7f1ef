// Embeds, attachments, and the components of messages.

import { avatar, el, icon, local, safeLink, t } from "./dom.js";
import { SelectMenu } from "./selectmenu.js";
import { newId } from "./list.js";
import { customEmoji, inline, markdown, withEmojis } from "./markdown.js";
import { channelLabel, guildOf, state } from "./state.js";

// A file field in the page's own words.
export function fileField(props) {
  const names = el("span", {}, t("file"));
  const input = el("input", { type: "file", ...props });
  input.addEventListener(
    "change",
    () => (names.textContent = [...input.files].map((f) => f.name).join(", ") || t("file")),
  );
  return { node: el("span", { class: "button secondary filebutton" }, icon("plus"), names, input), input };
}

const emojiText = (emoji) => (emoji.id ? `:${emoji.name}:` : emoji.name);
const emojiFace = (emoji) => el("span", { class: "emoji" }, emoji.id ? customEmoji(emoji) : withEmojis(emoji.name));
const colour = (value) => `#${value.toString(16).padStart(6, "0")}`;

// ---------------------------------------------------------------- pictures and files
export function picture(media, description, className = "picture") {
  const src = local(media.url);
  if (!src) return el("p", { class: "outside" }, icon("outside"), t("image_outside", { url: media.url }));
  const image = el("img", { src, alt: description || t("picture"), class: className });
  const link = el("a", { href: src, target: "_blank", rel: "noopener", class: "imagelink" }, image);
  if (media.width) {
    // Its place is kept free until it is there, so that nothing below it moves when it comes.
    link.classList.add("sized");
    link.style.setProperty("--width", `${media.width}px`);
    link.style.setProperty("--ratio", media.width / media.height);
  }
  const [button, text] = description ? described(description) : [];
  return el("figure", {}, el("div", { class: "frame" }, link, button), text);
}

// The description of a picture, behind a button.
function described(description) {
  const text = el("figcaption", { id: newId("alt"), hidden: true }, description);
  const label = () => t(text.hidden ? "alt_show" : "alt_hide");
  const button = el(
    "button",
    {
      type: "button",
      class: "alt",
      title: label(),
      "aria-label": label(),
      "aria-expanded": "false",
      "aria-controls": text.id,
      onclick: () => {
        text.hidden = !text.hidden;
        button.title = label();
        button.setAttribute("aria-label", label());
        button.setAttribute("aria-expanded", String(!text.hidden));
      },
    },
    "ALT",
  );
  return [button, text];
}

const size = (bytes) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1048576
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1048576).toFixed(1)} MB`;

function fileCard(name, url, bytes, description) {
  const link = el("a", { href: local(url) || "#", download: name, "aria-label": t("download", { name }) }, name);
  const about = el(
    "span",
    { class: "hint" },
    [bytes === undefined ? null : size(bytes), description].filter(Boolean).join(" · "),
  );
  return el("div", { class: "file" }, icon("file"), el("span", { class: "texts" }, link, about));
}

export function attachment(file) {
  if ((file.content_type || "").startsWith("image/")) return picture(file, file.description);
  return fileCard(file.filename, file.url, file.size, file.description);
}

// ---------------------------------------------------------------- embeds
export function embed(data) {
  const title =
    data.title &&
    el(
      "div",
      { class: "embed-title" },
      data.url && safeLink(data.url)
        ? el("a", { href: data.url, target: "_blank", rel: "noopener noreferrer" }, inline(data.title))
        : inline(data.title),
    );
  const fields = (data.fields || []).map((f) =>
    el(
      "div",
      { class: f.inline ? "field inline" : "field" },
      el("div", { class: "field-name" }, inline(f.name)),
      el("div", {}, markdown(f.value)),
    ),
  );
  const when =
    data.timestamp &&
    new Intl.DateTimeFormat(state.me?.locale, { dateStyle: "short", timeStyle: "short" }).format(
      new Date(data.timestamp),
    );
  const footer = [data.footer?.text, when].filter(Boolean).join(" • ");
  const body = el(
    "div",
    { class: "embed-body" },
    data.author && el("div", { class: "embed-author" }, data.author.name),
    title,
    data.description && el("div", { class: "embed-description" }, markdown(data.description)),
    fields.length ? el("div", { class: "fields" }, fields) : null,
    data.image && picture(data.image, null),
    footer && el("div", { class: "embed-footer" }, footer),
  );
  const node = el(
    "article",
    { class: "embed" },
    body,
    data.thumbnail && el("div", { class: "embed-thumb" }, picture(data.thumbnail, null, "thumb")),
  );
  if (data.color) node.style.setProperty("--accent", colour(data.color));
  return node;
}

// ---------------------------------------------------------------- components
// `act(kind, component, values)` does what the person does.
export function component(c, act) {
  const drawers = {
    1: () =>
      el(
        "div",
        { class: "row" },
        c.components.map((k) => component(k, act)),
      ),
    2: () => button(c, act),
    3: () => menu(c, act),
    5: () => menu(c, act),
    6: () => menu(c, act),
    7: () => menu(c, act),
    8: () => menu(c, act),
    9: () =>
      el(
        "div",
        { class: "section" },
        el(
          "div",
          { class: "section-text" },
          c.components.map((k) => component(k, act)),
        ),
        component(c.accessory, act),
      ),
    10: () => el("div", { class: "text" }, markdown(c.content)),
    11: () => veil(c, picture(c.media, c.description, "thumb")),
    12: () =>
      el(
        "div",
        { class: `gallery of-${Math.min(c.items.length, 4)}` },
        c.items.map((i) => veil(i, picture(i.media, i.description))),
      ),
    13: () => veil(c, fileCard(c.name, c.file.url, c.size, null)),
    14: () => el(c.divider ? "hr" : "div", { class: c.spacing === 2 ? "separator large" : "separator" }),
    17: () => container(c, act),
  };
  return (drawers[c.type] || (() => null))();
}

function container(c, act) {
  const node = el(
    "section",
    { class: "container" },
    c.components.map((k) => component(k, act)),
  );
  if (c.accent_color !== null && c.accent_color !== undefined)
    node.style.setProperty("--accent", colour(c.accent_color));
  return veil(c, node);
}

function veil(c, node) {
  if (!c.spoiler) return node;
  const cover = el("button", { type: "button", class: "cover", onclick: () => cover.remove() }, t("spoiler"));
  return el("div", { class: "veiled" }, node, cover);
}

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

function button(c, act) {
  const face = [
    c.emoji ? emojiFace(c.emoji) : null,
    c.label ? el("span", {}, withEmojis(c.label)) : null,
  ];
  if (c.style === 5) {
    const href = safeLink(c.url);
    return el(
      "a",
      { class: "button link", href: href || "#", target: "_blank", rel: "noopener noreferrer" },
      face,
      icon("outside"),
    );
  }
  return el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[c.style] || "secondary"}`,
      disabled: c.disabled,
      "data-id": c.custom_id,
      "aria-label": c.label ? null : emojiText(c.emoji),
      onclick: () => act("click", c),
    },
    face,
  );
}

// ---------------------------------------------------------------- menus
const fits = (text) => (item) => item.label.toLowerCase().includes(text.toLowerCase());

export const peopleItems = () => {
  const members = guildOf(state.channel)?.members;
  return [...state.people.values()]
    .filter((p) => !members || members.includes(p.id))
    .map((p) => ({ value: p.id, label: p.name, icon: avatar(p, true) }));
};
export const roleItems = () =>
  (guildOf(state.channel)?.roles || []).map((r) => ({ value: r.id, label: `@${r.name.replace(/^@/, "")}` }));
export const channelItems = (types) =>
  (guildOf(state.channel)?.channels || [])
    .filter((c) => !types?.length || types.includes(c.type))
    .map((c) => ({ value: c.id, label: channelLabel(c) }));

const optionItem = (o) => ({
  value: o.value,
  label: o.label,
  hint: o.description,
  icon: o.emoji ? emojiFace(o.emoji) : null,
});

export function menuItems(c) {
  const sources = {
    5: peopleItems,
    6: roleItems,
    7: () => [...roleItems(), ...peopleItems()],
    8: () => channelItems(c.channel_types),
  };
  return c.type === 3 ? c.options.map(optionItem) : sources[c.type]();
}

export function menu(c, act, label) {
  const items = menuItems(c);
  const most = c.max_values ?? 1;
  const ids =
    c.type === 3
      ? c.options.filter((o) => o.default).map((o) => o.value)
      : (c.default_values || []).map((d) => d.id);
  const made = new SelectMenu({
    label: c.placeholder || label || (most > 1 ? t("choose_up_to", { most }) : t("choose")),
    items,
    search: c.type === 3 ? null : (text) => items.filter(fits(text)),
    least: c.min_values ?? 1,
    most,
    chosen: items.filter((i) => ids.includes(i.value)),
    disabled: c.disabled,
    onDone: (values) => act("select", c, values),
  });
  made.button.dataset.id = c.custom_id;
  made.node.values = () => made.values();
  made.node.menu = made;
  return made.node;
}
