// A text field with suggestions: for choices, people, and what the bot completes.

import { el, fill, t } from "./dom.js";
import { entry, newId } from "./list.js";

export class Combobox {
  // `find(text)` gives items, at once or later; `keeps`: what is typed counts even if nothing is picked; `free`: so it
  // does, and Enter does not pick the first item.
  constructor({ label, placeholder, find, onPick, onEnter, free = false, keeps = free, delay = 0 }) {
    Object.assign(this, { find, onPick, onEnter, free, keeps, delay });
    this.items = [];
    this.active = -1;
    this.asked = 0;
    this.looking = false;
    this.hurried = false; // Enter was pressed before the suggestions were there
    const id = newId("list");
    this.list = el("ul", { class: "popup listbox", role: "listbox", id, hidden: true, "aria-label": label });
    this.input = this.makeInput(label, placeholder, id);
    this.node = el("span", { class: "combobox" }, this.input, this.list);
  }

  makeInput(label, placeholder, listId) {
    return el("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: false,
      placeholder,
      "aria-label": label,
      "aria-expanded": "false",
      "aria-controls": listId,
      "aria-autocomplete": "list",
      oninput: () => this.typed(),
      onfocus: () => this.later(),
      onclick: () => this.list.hidden && this.later(),
      onblur: () => this.leave(),
      onkeydown: (event) => this.key(event),
    });
  }

  typed() {
    delete this.input.dataset.picked;
    this.onPick(this.keeps ? this.input.value : null);
    this.later();
  }

  leave() {
    clearTimeout(this.timer);
    this.asked++;
    this.show(false);
  }

  later() {
    clearTimeout(this.timer);
    this.looking = true;
    if (this.delay) this.timer = setTimeout(() => this.refresh(), this.delay);
    else this.refresh();
  }

  async refresh() {
    const mine = ++this.asked;
    const found = this.find(this.input.dataset.picked === this.input.value ? "" : this.input.value);
    if (found instanceof Promise && this.list.hidden) {
      fill(this.list, el("li", { class: "empty" }, t("loading_choices")));
      this.show(true);
    }
    const items = await Promise.resolve(found).catch((error) => (error.code ? [] : Promise.reject(error)));
    if (mine !== this.asked) return;
    this.looking = false;
    if (document.activeElement === this.input) this.draw(items);
  }

  draw(items) {
    this.items = items;
    const nodes = items.map((item, i) => entry(item, `${this.list.id}-${i}`, () => this.pick(item)));
    fill(this.list, nodes.length ? nodes : el("li", { class: "empty" }, t("no_match")));
    this.show(true);
    if (items.length) this.mark(this.free ? -1 : 0);
    if (this.hurried && items.length) this.pick(items[0]);
    this.hurried = false;
  }

  show(open) {
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
    if (!open) this.input.removeAttribute("aria-activedescendant");
  }

  mark(n) {
    this.active = n;
    [...this.list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === n)));
    const node = this.list.children[n];
    if (!node) return;
    this.input.setAttribute("aria-activedescendant", node.id);
    node.scrollIntoView({ block: "nearest" });
  }

  pick(item) {
    this.input.value = item.label;
    this.input.dataset.picked = item.label;
    this.show(false);
    this.onPick(item.value);
  }

  key(event) {
    const open = !this.list.hidden && this.items.length > 0;
    const chosen = open && this.items[this.active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.move(step, open);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.enter(event, chosen);
    } else if (event.key === "Tab" && chosen && !this.free) {
      this.pick(chosen);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      this.show(false);
    }
  }

  move(step, open) {
    const from = Math.max(this.active, step > 0 ? -1 : 0);
    if (open) this.mark((from + step + this.items.length) % this.items.length);
    else this.refresh();
  }

  enter(event, chosen) {
    if (chosen) {
      event.stopPropagation();
      this.pick(chosen);
    } else if (this.looking && !this.free && this.input.value) {
      this.hurried = true;
    } else {
      this.onEnter();
    }
  }
}
