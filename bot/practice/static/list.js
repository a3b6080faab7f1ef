// What the lists that open at a control have in common.

import { el } from "./dom.js";

let count = 0;

export const newId = (kind) => `${kind}-${++count}`;

// One entry; items are {value, label, hint, icon}.
export function entry(item, id, onPick) {
  const hint = item.hint && el("span", { class: "hint" }, item.hint);
  const texts = el("span", { class: "texts" }, el("span", { class: "label" }, item.label), hint);
  const node = el("li", { role: "option", id, "aria-selected": "false" }, item.icon, texts);
  node.addEventListener("mousedown", (event) => {
    event.preventDefault();
    onPick();
  });
  return node;
}
