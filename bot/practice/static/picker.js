// Finding a command: the list that opens when one types a slash.

import { el, fill, plain, t } from "./dom.js";
import { leaves, state } from "./state.js";

// Commands whose shown name begins with the text come first, then those that contain it or are called so in English.
function matches(text) {
  const wanted = plain(text);
  const tests = [
    (leaf) => plain(leaf.shown).startsWith(wanted),
    (leaf) => plain(leaf.shown).includes(wanted),
    (leaf) => plain(leaf.path).startsWith(wanted),
  ];
  const ranked = leaves().map((leaf) => ({ leaf, rank: tests.findIndex((fits) => fits(leaf)) }));
  return ranked
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ leaf }) => leaf);
}

export class CommandPicker {
  constructor(box, onChoose) {
    Object.assign(this, { box, onChoose });
    this.found = [];
    this.active = 0;
    this.list = el("ul", {
      class: "popup listbox picker",
      role: "listbox",
      id: "picker",
      hidden: true,
      "aria-label": t("commands"),
    });
  }

  refresh() {
    const typed = /^\/([^\n]*)$/.exec(this.box.value);
    if (!typed) return this.close();
    this.found = matches(typed[1].trimEnd());
    const exact = this.completed(typed[1]);
    if (exact) return this.choose(exact);
    const none = state.commands.length ? t("no_commands") : t("waiting_commands");
    const nodes = this.found.map((leaf, i) => this.entry(leaf, i));
    fill(this.list, nodes.length ? nodes : el("li", { class: "empty" }, none));
    this.list.hidden = false;
    this.box.setAttribute("aria-expanded", "true");
    this.mark(0);
  }

  // A whole name and a space: the command is meant, unless others begin like that.
  completed(typed) {
    if (!typed.endsWith(" ")) return null;
    const others = this.found.some((leaf) => plain(leaf.shown).startsWith(plain(typed)));
    return others ? null : this.found.find((leaf) => plain(leaf.shown) === plain(typed.trim()));
  }

  entry(leaf, i) {
    const needed = (leaf.node.options || []).filter((o) => o.required);
    const names = needed.map((o) => el("span", { class: "optionname" }, o.name_shown));
    const label = el("span", { class: "label" }, `/${leaf.shown}`, names);
    const texts = el("span", { class: "texts" }, label, el("span", { class: "hint" }, leaf.description));
    const node = el("li", { role: "option", id: `picker-${i}`, "aria-selected": "false" }, texts);
    node.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.choose(leaf);
    });
    return node;
  }

  mark(n) {
    this.active = n;
    [...this.list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === n)));
    this.list.children[n]?.scrollIntoView({ block: "nearest" });
    if (this.found[n]) this.box.setAttribute("aria-activedescendant", `picker-${n}`);
  }

  choose(leaf) {
    this.close();
    this.onChoose(leaf);
  }

  close() {
    this.list.hidden = true;
    this.box.setAttribute("aria-expanded", "false");
    this.box.removeAttribute("aria-activedescendant");
  }

  // Whether the key was for the list.
  key(event) {
    if (this.list.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = ["Enter", "Tab"].includes(event.key) && this.found[this.active];
    if (step && this.found.length) this.mark((this.active + step + this.found.length) % this.found.length);
    else if (chosen) this.choose(chosen);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    return true;
  }
}
