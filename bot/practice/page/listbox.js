// A list that opens at a control: for select menus, choices and completion.

import { el, fill, icon, t } from "./dom.js";

let counter = 0;

// A text field with suggestions. `find(text)` gives [{value, label, hint}], at once or later.
export function combobox({ label, placeholder, find, onPick, onEnter, free = false, delay = 0, value = "" }) {
  const id = `list-${++counter}`;
  const list = el("ul", { class: "popup listbox", role: "listbox", id, hidden: true, "aria-label": label });
  const input = el("input", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    spellcheck: false,
    placeholder: placeholder || "",
    value,
    "aria-label": label,
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
  });
  let items = [];
  let active = -1;
  let asked = 0;
  let timer = 0;
  let looking = false;
  let hurried = false; // Enter was pressed before the suggestions were there

  const show = (open) => {
    list.hidden = !open;
    input.setAttribute("aria-expanded", String(open));
    if (!open) input.removeAttribute("aria-activedescendant");
  };
  const mark = (n) => {
    active = n;
    [...list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === n)));
    const node = list.children[n];
    if (node?.id) {
      input.setAttribute("aria-activedescendant", node.id);
      node.scrollIntoView({ block: "nearest" });
    }
  };
  const pick = (item) => {
    input.value = item.label;
    input.dataset.picked = item.label;
    show(false);
    onPick?.(item.value, item);
  };
  const draw = (found) => {
    items = found;
    fill(list, items.length ? items.map((item, i) => optionNode(item, `${id}-${i}`, () => pick(item))) : el("li", { class: "empty" }, t("no_match")));
    show(document.activeElement === input);
    if (items.length) mark(free ? -1 : 0);
    if (hurried && items.length) pick(items[0]);
    hurried = false;
  };
  const refresh = async () => {
    const mine = ++asked;
    const found = find(input.dataset.picked === input.value ? "" : input.value);
    if (found instanceof Promise && list.hidden) {
      fill(list, el("li", { class: "empty" }, t("loading_choices")));
      show(true);
    }
    const items = await Promise.resolve(found).catch((error) => (error.code ? [] : Promise.reject(error)));
    if (mine !== asked) return;
    looking = false;
    if (document.activeElement === input) draw(items);
  };
  const later = () => {
    clearTimeout(timer);
    looking = true;
    if (delay) timer = setTimeout(refresh, delay);
    else refresh();
  };

  input.addEventListener("input", () => {
    delete input.dataset.picked;
    onPick?.(free ? input.value : null, null);
    later();
  });
  input.addEventListener("focus", later);
  input.addEventListener("click", () => list.hidden && later());
  input.addEventListener("blur", () => {
    clearTimeout(timer);
    asked++;
    show(false);
  });
  input.addEventListener("keydown", (event) => {
    const open = !list.hidden && items.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return refresh();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((Math.max(active, step > 0 ? -1 : 0) + step + items.length) % items.length);
    } else if (event.key === "Enter" || (event.key === "Tab" && open && active >= 0 && !free)) {
      if (event.key === "Enter") event.preventDefault();
      if (open && active >= 0) {
        event.stopPropagation();
        pick(items[active]);
      } else if (event.key === "Enter" && looking && !free && input.value) hurried = true;
      else if (event.key === "Enter") onEnter?.();
    } else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      event.preventDefault();
      show(false);
    }
  });
  return { node: el("span", { class: "combobox" }, input, list), input };
}

function optionNode(item, id, onPick) {
  const hint = item.hint && el("span", { class: "hint" }, item.hint);
  const texts = el("span", { class: "texts" }, el("span", { class: "label" }, item.label), hint);
  const node = el("li", { role: "option", id, "aria-selected": "false" }, item.icon, texts);
  node.addEventListener("mousedown", (event) => {
    event.preventDefault();
    onPick();
  });
  return node;
}

// A menu as a button that opens a list; with `most` above one, several can be ticked.
export function selectMenu({ label, items, search, least, most, chosen, disabled, onDone }) {
  const id = `menu-${++counter}`;
  const picked = new Map(chosen.map((item) => [item.value, item]));
  const face = el("span", { class: "face" });
  const button = el("button", {
    type: "button",
    class: "select",
    disabled,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-controls": id,
  });
  button.append(face, icon("down"));
  const field = search ? el("input", { type: "text", class: "search", placeholder: t("search"), "aria-label": t("search"), autocomplete: "off" }) : null;
  const list = el("ul", { role: "listbox", id, tabIndex: -1, "aria-label": label, "aria-multiselectable": most > 1 ? "true" : null });
  const done = most > 1 ? el("button", { type: "button", class: "button primary", onclick: () => finish() }, t("done")) : null;
  const popup = el("div", { class: "popup", hidden: true }, field, list, done);
  const node = el("div", { class: "selectmenu" }, button, popup);
  let shown = [];
  let active = 0;

  const face_ = () => {
    fill(face, picked.size ? [...picked.values()].map((i) => i.label).join(", ") : el("span", { class: "placeholder" }, label));
    button.setAttribute("aria-label", picked.size ? `${label}: ${[...picked.values()].map((i) => i.label).join(", ")}` : label);
  };
  const draw = () => {
    shown = search ? search(field.value) : items;
    fill(list, shown.length ? shown.map((item, i) => entry(item, i)) : el("li", { class: "empty" }, t("no_match")));
    mark(Math.min(active, shown.length - 1));
  };
  const entry = (item, i) => {
    const on = picked.has(item.value);
    const li = optionNode(item, `${id}-${i}`, () => toggle(item));
    li.addEventListener("mousemove", () => active !== i && mark(i));
    li.setAttribute("aria-selected", String(on));
    if (on) li.append(icon("check"));
    return li;
  };
  const mark = (n) => {
    active = Math.max(n, 0);
    [...list.children].forEach((li, i) => li.classList.toggle("active", i === active));
    const current = list.children[active];
    if (current?.id) {
      (field || list).setAttribute("aria-activedescendant", current.id);
      current.scrollIntoView({ block: "nearest" });
    }
  };
  const toggle = (item) => {
    if (most === 1) {
      const again = picked.has(item.value) && least === 0;
      picked.clear();
      if (!again) picked.set(item.value, item);
      return finish();
    }
    if (picked.has(item.value)) picked.delete(item.value);
    else if (picked.size < most) picked.set(item.value, item);
    draw();
    face_();
  };
  let before = [...picked.values()];
  const open = () => {
    before = [...picked.values()];
    active = Math.max(0, items.findIndex((item) => picked.has(item.value)));
    popup.hidden = false;
    button.setAttribute("aria-expanded", "true");
    draw();
    const room = document.getElementById("composer").getBoundingClientRect().top - button.getBoundingClientRect().bottom;
    popup.classList.toggle("up", room < popup.offsetHeight + 8 && !node.closest("dialog"));
    (field || list).focus();
    document.addEventListener("pointerdown", outside, true);
  };
  const close = () => {
    popup.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    face_();
  };
  const outside = (event) => !node.contains(event.target) && finish();
  const finish = () => {
    close();
    button.focus();
    const same = before.length === picked.size && before.every((item) => picked.has(item.value));
    if (!same && picked.size >= least) onDone([...picked.keys()]);
  };
  const giveUp = () => {
    picked.clear();
    before.forEach((item) => picked.set(item.value, item));
    close();
    button.focus();
  };
  button.addEventListener("click", () => (popup.hidden ? open() : finish()));
  popup.addEventListener("keydown", (event) => {
    if (event.target === done && event.key !== "Escape") return;
    const keys = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 };
    if (event.key in keys && !(field && ["Home", "End"].includes(event.key))) {
      event.preventDefault();
      mark((keys[event.key] + shown.length) % shown.length);
    } else if (event.key === "Enter" || (event.key === " " && !field)) {
      event.preventDefault();
      if (shown[active]) toggle(shown[active]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    } else if (event.key === "Tab" && !done) finish();
  });
  field?.addEventListener("input", draw);
  face_();
  return { node, button, values: () => [...picked.keys()] };
}
