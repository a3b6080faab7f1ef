// Where one writes: messages, and commands with their options.

import { el, errorText, fill, icon, t } from "./dom.js";
import { channelItems, fileField, peopleItems, roleItems } from "./components.js";
import { combobox } from "./listbox.js";
import { ask, readFile } from "./live.js";
import { channelLabel, channelOf, leaves, nameOf, state } from "./state.js";

const root = () => document.getElementById("composer");
let files = [];

// ---------------------------------------------------------------- messages
export function drawComposer() {
  const channel = channelOf(state.channel);
  const label = t("box", { channel: channelLabel(channel) });
  const box = el("textarea", {
    id: "box",
    rows: 1,
    maxLength: 2000,
    placeholder: `${label} – ${t("box_hint")}`,
    "aria-label": label,
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "picker",
    "aria-autocomplete": "list",
  });
  const list = el("ul", { class: "popup listbox picker", role: "listbox", id: "picker", hidden: true, "aria-label": t("commands") });
  const chooser = el("input", { type: "file", multiple: true, hidden: true });
  const attach = el("button", { type: "button", class: "round", title: t("attach"), "aria-label": t("attach"), onclick: () => chooser.click() }, icon("plus"));
  const send = el("button", { type: "submit", class: "round", title: t("send"), "aria-label": t("send") }, icon("send"));
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const form = el("form", { class: "write" }, attach, chooser, box, send);
  chooser.addEventListener("change", () => {
    files.push(...chooser.files);
    drawExtras();
  });
  const picker = commandPicker(box, list);
  box.addEventListener("input", () => {
    grow(box);
    picker.refresh();
  });
  box.addEventListener("keydown", (event) => {
    if (picker.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "ArrowUp" && !box.value) {
      event.preventDefault();
      [...document.querySelectorAll(".message")].at(-1)?.focus();
    } else if (event.key === "Escape" && state.reply) setReply(null);
  });
  box.addEventListener("blur", () => picker.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!box.value.trim() && !files.length) return;
    try {
      const given = await Promise.all(files.map(readFile));
      await ask("write", { channel: state.channel, text: box.value, reply: state.reply?.id, files: given });
      box.value = "";
      files = [];
      setReply(null);
      grow(box);
      problem.hidden = true;
    } catch (error) {
      fill(problem, errorText(error)).hidden = false;
    }
  });
  fill(root(), el("div", { class: "extras" }), list, form, problem);
  drawExtras();
}

function drawExtras() {
  const extras = root().querySelector(".extras");
  if (!extras) return;
  const reply = state.reply && el("div", { class: "replying" }, t("replying", { name: nameOf(state.reply.author) }), drop(t("cancel"), () => setReply(null)));
  const chips = files.map((f, i) => el("span", { class: "chip" }, f.name, drop(t("remove", { name: f.name }), () => (files.splice(i, 1), drawExtras()))));
  fill(extras, reply, chips);
}

const drop = (label, act) => el("button", { type: "button", class: "tiny", "aria-label": label, onclick: act }, icon("close"));

function grow(box) {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 200)}px`;
}

export function setReply(message) {
  state.reply = message;
  drawExtras();
  if (message) document.getElementById("box")?.focus();
}

export function focusBox() {
  (document.getElementById("box") || root().querySelector("input, button"))?.focus();
}

export function insert(text) {
  const box = document.getElementById("box");
  if (!box) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.focus();
}

// ---------------------------------------------------------------- finding a command
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function matches(text) {
  const wanted = plain(text);
  const score = (l) => (plain(l.shown).startsWith(wanted) ? 0 : plain(l.shown).includes(wanted) ? 1 : plain(l.path).startsWith(wanted) ? 2 : 3);
  return leaves().map((l) => ({ l, s: score(l) })).filter((x) => x.s < 3).sort((a, b) => a.s - b.s).map((x) => x.l);
}

function commandPicker(box, list) {
  let found = [];
  let active = 0;
  const close = () => {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };
  const mark = (n) => {
    active = n;
    [...list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === n)));
    list.children[n]?.scrollIntoView({ block: "nearest" });
    if (found[n]) box.setAttribute("aria-activedescendant", `picker-${n}`);
  };
  const entry = (leaf, i) => {
    const needed = (leaf.node.options || []).filter((o) => o.required).map((o) => el("span", { class: "optionname" }, o.name_shown));
    const li = el("li", { role: "option", id: `picker-${i}`, "aria-selected": "false" }, el("span", { class: "texts" }, el("span", { class: "label" }, `/${leaf.shown}`, needed), el("span", { class: "hint" }, leaf.description)));
    li.addEventListener("mousedown", (event) => (event.preventDefault(), choose(leaf)));
    return li;
  };
  const choose = (leaf) => (close(), drawCommand(leaf));
  const refresh = () => {
    const typed = /^\/([^\n]*)$/.exec(box.value);
    if (!typed) return close();
    found = matches(typed[1].trimEnd());
    const exact = typed[1].endsWith(" ") && found.find((l) => plain(l.shown) === plain(typed[1].trim()));
    if (exact && found.filter((l) => plain(l.shown).startsWith(plain(typed[1]))).length === 0) return choose(exact);
    const none = state.commands.length ? t("no_commands") : t("waiting_commands");
    fill(list, found.length ? found.map(entry) : el("li", { class: "empty" }, none));
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    mark(0);
  };
  const key = (event) => {
    if (list.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) mark((active + step + found.length) % found.length);
    else if ((event.key === "Enter" || event.key === "Tab") && found[active]) choose(found[active]);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { refresh, key, close };
}

// ---------------------------------------------------------------- filling a command
export function drawCommand(leaf) {
  const options = leaf.node.options || [];
  const given = new Map();
  const fields = new Map();
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const row = el("div", { class: "options" });
  const rest = el("div", { class: "rest" });
  const send = el("button", { type: "submit", class: "round", title: t("send"), "aria-label": t("send") }, icon("send"));
  const leave = () => {
    drawComposer();
    focusBox();
  };
  const name = el("span", { class: "commandname" }, `/${leaf.shown}`);
  const close = el("button", { type: "button", class: "round", "aria-label": t("cancel"), title: t("cancel"), onclick: leave }, icon("close"));
  const form = el("form", { class: "command", "aria-label": `/${leaf.shown}` }, name, row, rest, close, send);
  const context = { leaf, given, submit: () => form.requestSubmit() };

  const addField = (option, focus) => {
    const field = optionField(option, context);
    fields.set(option.name, field);
    row.append(field.node);
    drawRest();
    if (focus) field.focus();
  };
  const drawRest = () => {
    const left = options.filter((o) => !fields.has(o.name));
    fill(rest, left.map((o) => el("button", { type: "button", class: "chip", title: o.description_shown, onclick: () => addField(o, true) }, `+ ${o.name_shown}`)));
    if (left.length) rest.setAttribute("aria-label", t("options_more"));
  };
  const show = (error) => {
    const at = fields.get(error.values?.option);
    if (at) {
      at.problem(errorText(error));
      at.focus();
    } else fill(problem, errorText(error)).hidden = false;
  };
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
    if (event.key === "Backspace" && event.target.value === "" && event.target === row.querySelector("input")) {
      event.preventDefault();
      leave();
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    fields.forEach((f) => f.problem(""));
    try {
      await ask("slash", { channel: state.channel, path: leaf.path, options: await values(options, given) });
      leave();
    } catch (error) {
      show(error);
    }
  });
  fill(root(), el("p", { class: "hint about" }, `${leaf.description} – ${t("command_hint")}`), form, problem);
  options.filter((o) => o.required).forEach((o) => addField(o, false));
  drawRest();
  (row.querySelector("input") || send).focus();
}

async function values(options, given) {
  const out = {};
  for (const option of options) {
    let value = given.get(option.name);
    if (value === undefined || value === null || value === "") {
      if (option.required) throw { code: "missing-option", values: { option: option.name } };
      continue;
    }
    if ((option.type === 4 || option.type === 10) && typeof value === "string") {
      const number = Number(value.trim().replace(",", "."));
      if (Number.isNaN(number) || (option.type === 4 && !Number.isInteger(number))) throw { code: "number", values: { option: option.name } };
      value = number;
    }
    out[option.name] = value instanceof File ? await readFile(value) : value;
  }
  return out;
}

function optionField(option, { leaf, given, submit }) {
  const problem = el("span", { class: "failed", role: "alert", hidden: true });
  const set = (value) => (value === null || value === "" ? given.delete(option.name) : given.set(option.name, value));
  const input = optionInput(option, leaf, given, set, submit);
  const node = el("label", { class: option.required ? "option required" : "option", title: option.description_shown }, el("span", { class: "optionname" }, option.name_shown), input.node, problem);
  return {
    node,
    focus: () => input.input.focus(),
    problem: (text) => {
      problem.textContent = text;
      problem.hidden = !text;
      input.input.setAttribute("aria-invalid", String(Boolean(text)));
    },
  };
}

function optionInput(option, leaf, given, set, submit) {
  const label = `${option.name_shown}: ${option.description_shown}`;
  const among = (items) => (text) => items.filter((i) => plain(i.label).includes(plain(text)));
  const pick = (items) => combobox({ label, placeholder: option.description_shown, find: among(items), onPick: set, onEnter: submit });
  if (option.choices) return pick(option.choices.map((c) => ({ value: c.value, label: c.name_shown })));
  if (option.autocomplete) return completing(option, leaf, given, set, submit, label);
  if (option.type === 5) return pick([{ value: true, label: t("true") }, { value: false, label: t("false") }]);
  if (option.type === 6) return pick(peopleItems());
  if (option.type === 7) return pick(channelItems(option.channel_types));
  if (option.type === 8) return pick(roleItems());
  if (option.type === 9) return pick([...roleItems(), ...peopleItems()]);
  if (option.type === 11) {
    const made = fileField({ "aria-label": label });
    made.input.addEventListener("change", () => set(made.input.files[0] || null));
    return made;
  }
  const input = el("input", { type: "text", inputMode: option.type === 3 ? "text" : "decimal", "aria-label": label, placeholder: option.description_shown, autocomplete: "off", oninput: () => set(input.value) });
  return { node: input, input };
}

function completing(option, leaf, given, set, submit, label) {
  const find = async (text) => {
    const others = leaf.node.options.filter((o) => o !== option && given.has(o.name));
    const options = { ...(await values(others, given)), [option.name]: text };
    const found = await ask("complete", { channel: state.channel, path: leaf.path, options, focused: option.name });
    return found.map((c) => ({ value: c.value, label: c.name }));
  };
  return combobox({ label, placeholder: option.description_shown, find, onPick: set, onEnter: submit, free: option.type === 3, delay: 120 });
}
