// Menus on messages and people.

import { el, t } from "./dom.js";

let open = null;

export function closeMenu() {
  open?.close();
}

// items: {label, act} or {title}
export function showMenu(label, items, event) {
  closeMenu();
  const back = document.activeElement;
  const node = el("div", { class: "popup contextmenu", role: "menu", "aria-label": label });
  for (const item of items) {
    if (item.title) node.append(el("div", { class: "menutitle" }, item.title));
    else if (item.empty) node.append(el("div", { class: "empty" }, item.empty));
    else
      node.append(
        el("button", { type: "button", role: "menuitem", onclick: () => (close(), item.act()) }, item.label),
      );
  }
  const entries = () => [...node.querySelectorAll("[role=menuitem]")];
  const close = () => {
    if (open?.node !== node) return;
    open = null;
    node.remove();
    document.removeEventListener("pointerdown", outside, true);
    if (back?.isConnected) back.focus();
  };
  const outside = (e) => !node.contains(e.target) && close();
  node.addEventListener("keydown", (e) => {
    const list = entries();
    const at = list.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      list[(to + list.length) % list.length]?.focus();
    } else if (e.key === "Escape" || e.key === "Tab") {
      e.preventDefault();
      close();
    }
  });
  document.body.append(node);
  open = { node, close };
  place(node, event);
  document.addEventListener("pointerdown", outside, true);
  entries()[0]?.focus();
}

function place(node, event) {
  const box = event.currentTarget?.getBoundingClientRect?.() || event.target.getBoundingClientRect();
  const byMouse = event.type === "contextmenu" && event.clientX;
  const x = byMouse ? event.clientX : box.left;
  const y = byMouse ? event.clientY : box.bottom + 4;
  node.style.left = `${Math.max(8, Math.min(x, innerWidth - node.offsetWidth - 8))}px`;
  node.style.top = `${Math.max(8, Math.min(y, innerHeight - node.offsetHeight - 8))}px`;
}
