// Forms (Discord calls them modals).

import { el, errorText, fill, t } from "./dom.js";
import { fileField, menu } from "./components.js";
import { ask, readFile } from "./live.js";
import { inline, markdown } from "./markdown.js";
import { nameOf, state } from "./state.js";

export function showForm(interaction, modal) {
  const readers = new Map();
  const parts = modal.components.map((c) => part(c, readers));
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const title = el("h2", { id: "form-title" }, modal.title);
  const form = el(
    "form",
    { method: "dialog", noValidate: true },
    el("header", {}, title),
    el("div", { class: "parts" }, parts, problem),
    el("p", { class: "hint note" }, t("form_note", { name: nameOf(state.bot) })),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, t("cancel")),
      el("button", { type: "submit", class: "button primary" }, t("submit")),
    ),
  );
  const dialog = el("dialog", { class: "form", "aria-labelledby": "form-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      const values = {};
      for (const [id, read] of readers) values[id] = await read();
      await ask("submit", { interaction, values });
      dialog.close();
    } catch (error) {
      fill(problem, errorText(error)).hidden = false;
    }
  });
  document.getElementById("dialogs").append(dialog);
  dialog.showModal();
  form.querySelector("input, textarea, button.select")?.focus();
}

function part(c, readers) {
  if (c.type === 10) return el("div", { class: "text" }, markdown(c.content));
  if (c.type === 1) return c.components.map((k) => field(k, k.label, null, readers));
  return field(c.component, c.label, c.description, readers);
}

function field(c, label, description, readers) {
  const id = `field-${c.custom_id}`;
  const makers = { 4: textInput, 19: fileInput, 21: radios, 22: boxes, 23: box };
  const made = (makers[c.type] || menuInput)(c, id, label);
  readers.set(c.custom_id, made.read);
  const needed = c.required !== false && c.type !== 23;
  const star = needed ? el("span", { class: "star", title: t("option_required") }, " *") : null;
  const about = description && el("p", { class: "hint", id: `${id}-about` }, inline(description));
  if (made.group) return el("fieldset", { class: "field" }, el("legend", {}, label, star), about, made.node);
  return el("div", { class: "field" }, el("label", { htmlFor: id }, label, star), about, made.node);
}

function textInput(c, id) {
  const long = c.style === 2;
  const node = el(long ? "textarea" : "input", {
    id,
    value: c.value || "",
    placeholder: c.placeholder || "",
    maxLength: c.max_length ?? 4000,
  });
  if (long) node.rows = 5;
  else node.type = "text";
  node.required = c.required !== false;
  const count = el("span", { class: "hint count" });
  const show = () => (count.textContent = c.max_length ? `${node.value.length}/${c.max_length}` : "");
  node.addEventListener("input", show);
  show();
  return { node: el("div", { class: "input" }, node, count), read: () => node.value };
}

function menuInput(c, id, label) {
  const node = menu({ ...c, disabled: false }, () => {}, label);
  node.querySelector("button").id = id;
  return { node, read: () => node.values() };
}

function fileInput(c, id) {
  const { node, input } = fileField({ id, multiple: (c.max_values ?? 1) > 1 });
  return { node, read: () => Promise.all([...input.files].map(readFile)) };
}

function choices(c, id, type) {
  const inputs = c.options.map((o, i) =>
    el("input", { type, name: id, value: o.value, checked: Boolean(o.default), id: `${id}-${i}` }),
  );
  const node = el(
    "div",
    { class: "choices" },
    c.options.map((o, i) =>
      el(
        "label",
        { htmlFor: `${id}-${i}` },
        inputs[i],
        el(
          "span",
          { class: "texts" },
          o.label,
          o.description ? el("span", { class: "hint" }, o.description) : null,
        ),
      ),
    ),
  );
  return { node, group: true, chosen: () => inputs.filter((i) => i.checked).map((i) => i.value) };
}

function radios(c, id) {
  const made = choices(c, id, "radio");
  return { ...made, read: () => made.chosen()[0] ?? null };
}

function boxes(c, id) {
  const made = choices(c, id, "checkbox");
  return { ...made, read: made.chosen };
}

function box(c, id) {
  const node = el("input", { type: "checkbox", id, checked: Boolean(c.default) });
  return { node, read: () => node.checked };
}
