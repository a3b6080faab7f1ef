// A menu: a button that opens a list; with `most` above one, several can be ticked.

import { el, fill, icon, t } from "./dom.js";
import { entry, newId } from "./list.js";

export class SelectMenu {
  // `search(text)` gives the items that fit, for menus in which one can type.
  constructor({ label, items, search, least, most, chosen, disabled, onDone }) {
    Object.assign(this, { label, items, search, least, most, onDone });
    this.picked = new Map(chosen.map((item) => [item.value, item]));
    this.before = [];
    this.shown = [];
    this.active = 0;
    this.outside = (event) => !this.node.contains(event.target) && this.finish();
    this.makeButton(disabled);
    this.makePopup();
    this.node = el("div", { class: "selectmenu" }, this.button, this.popup);
    this.drawFace();
  }

  makeButton(disabled) {
    this.id = newId("menu");
    this.face = el("span", { class: "face" });
    this.button = el(
      "button",
      {
        type: "button",
        class: "select",
        disabled,
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-controls": this.id,
        onclick: () => (this.popup.hidden ? this.open() : this.finish()),
      },
      this.face,
      icon("down"),
    );
  }

  makePopup() {
    const multiple = this.most > 1 ? "true" : null;
    this.list = el("ul", {
      role: "listbox",
      id: this.id,
      tabIndex: -1,
      "aria-label": this.label,
      "aria-multiselectable": multiple,
    });
    this.field =
      this.search &&
      el("input", {
        type: "text",
        class: "search",
        placeholder: t("search"),
        "aria-label": t("search"),
        autocomplete: "off",
        oninput: () => this.draw(),
      });
    this.done =
      multiple &&
      el("button", { type: "button", class: "button primary", onclick: () => this.finish() }, t("done"));
    this.popup = el("div", { class: "popup", hidden: true }, this.field, this.list, this.done);
    this.popup.addEventListener("keydown", (event) => this.key(event));
  }

  get typing() {
    return this.field || this.list;
  }

  values() {
    return [...this.picked.keys()];
  }

  drawFace() {
    const names = [...this.picked.values()].map((item) => item.label).join(", ");
    fill(this.face, names || el("span", { class: "placeholder" }, this.label));
    this.button.setAttribute("aria-label", names ? `${this.label}: ${names}` : this.label);
  }

  draw() {
    this.shown = this.search ? this.search(this.field.value) : this.items;
    const nodes = this.shown.map((item, i) => this.drawEntry(item, i));
    fill(this.list, nodes.length ? nodes : el("li", { class: "empty" }, t("no_match")));
    this.mark(Math.min(this.active, this.shown.length - 1));
  }

  drawEntry(item, i) {
    const on = this.picked.has(item.value);
    const li = entry(item, `${this.id}-${i}`, () => this.toggle(item));
    li.addEventListener("mousemove", () => this.active !== i && this.mark(i));
    li.setAttribute("aria-selected", String(on));
    if (on) li.append(icon("check"));
    return li;
  }

  mark(n) {
    this.active = Math.max(n, 0);
    [...this.list.children].forEach((li, i) => li.classList.toggle("active", i === this.active));
    const current = this.list.children[this.active];
    if (!current?.id) return;
    this.typing.setAttribute("aria-activedescendant", current.id);
    current.scrollIntoView({ block: "nearest" });
  }

  toggle(item) {
    const on = this.picked.has(item.value);
    if (this.most === 1) {
      this.picked.clear();
      if (!on || this.least > 0) this.picked.set(item.value, item);
      return this.finish();
    }
    if (on) this.picked.delete(item.value);
    else if (this.picked.size < this.most) this.picked.set(item.value, item);
    this.draw();
    this.drawFace();
  }

  open() {
    this.before = [...this.picked.values()];
    this.active = Math.max(
      0,
      this.items.findIndex((item) => this.picked.has(item.value)),
    );
    this.popup.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.draw();
    const below = document.getElementById("composer").getBoundingClientRect().top;
    const room = below - this.button.getBoundingClientRect().bottom;
    this.popup.classList.toggle("up", room < this.popup.offsetHeight + 8 && !this.node.closest("dialog"));
    this.typing.focus({ preventScroll: true });
    document.addEventListener("pointerdown", this.outside, true);
  }

  // Stay open where another menu was, with what is ticked in it: the message has changed under it.
  goOnFrom(other) {
    document.removeEventListener("pointerdown", other.outside, true);
    if (this.button.disabled) return;
    const values = new Set(other.values());
    this.picked = new Map(this.items.filter((item) => values.has(item.value)).map((item) => [item.value, item]));
    const before = new Set(other.before.map((item) => item.value));
    if (this.field) this.field.value = other.field?.value || "";
    this.open();
    this.before = this.items.filter((item) => before.has(item.value));
    this.drawFace();
  }

  close() {
    this.popup.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.outside, true);
    this.drawFace();
    this.button.focus();
  }

  finish() {
    this.close();
    const same = this.before.length === this.picked.size && this.before.every((i) => this.picked.has(i.value));
    if (!same && this.picked.size >= this.least) this.onDone(this.values());
  }

  giveUp() {
    this.picked = new Map(this.before.map((item) => [item.value, item]));
    this.close();
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.giveUp();
    } else if (event.target === this.done) {
      return;
    } else if (event.key === "Tab") {
      if (!this.done) this.finish();
    } else {
      this.moveOrToggle(event);
    }
  }

  moveOrToggle(event) {
    const last = this.shown.length - 1;
    const moves = { ArrowDown: this.active + 1, ArrowUp: this.active - 1 };
    if (!this.field) Object.assign(moves, { Home: 0, End: last });
    if (event.key in moves) {
      event.preventDefault();
      this.mark((moves[event.key] + this.shown.length) % this.shown.length);
    } else if (event.key === "Enter" || (event.key === " " && !this.field)) {
      event.preventDefault();
      if (this.shown[this.active]) this.toggle(this.shown[this.active]);
    }
  }
}
