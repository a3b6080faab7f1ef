// Filling in a command's options and sending it.

import { Combobox } from "./combobox.js";
import { channelItems, fileField, peopleItems, roleItems } from "./components.js";
import { el, errorText, fill, icon, plain, t } from "./dom.js";
import { ask, readFile } from "./live.js";
import { state } from "./state.js";

const STRING = 3;
const INTEGER = 4;
const NUMBER = 10;
const FILE = 11;

export const drawCommand = (root, leaf, leave) => new CommandForm(leaf, leave).draw(root);

class CommandForm {
  constructor(leaf, leave) {
    Object.assign(this, { leaf, leave });
    this.options = leaf.node.options || [];
    this.given = new Map();
    this.fields = new Map();
    this.problem = el("p", { class: "failed", role: "alert", hidden: true });
    this.row = el("div", { class: "options" });
    this.rest = el("div", { class: "rest" });
    this.form = this.makeForm();
  }

  makeForm() {
    const name = `/${this.leaf.shown}`;
    const button = (type, sign, label, onclick) =>
      el("button", { type, class: "round", title: label, "aria-label": label, onclick }, icon(sign));
    const form = el("form", { class: "command", "aria-label": name });
    form.append(
      el("span", { class: "commandname" }, name),
      this.row,
      this.rest,
      button("button", "close", t("cancel"), this.leave),
      button("submit", "send", t("send")),
    );
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    return form;
  }

  draw(root) {
    const about = `${this.leaf.description} – ${t("command_hint")}`;
    fill(root, el("p", { class: "hint about" }, about), this.form, this.problem);
    this.options.filter((o) => o.required).forEach((o) => this.addField(o));
    this.drawRest();
    (this.row.querySelector("input") || this.form.querySelector("[type=submit]")).focus();
  }

  addField(option) {
    const field = new OptionField(option, this);
    this.fields.set(option.name, field);
    this.row.append(field.node);
    this.drawRest();
    return field;
  }

  // The options that can still be added.
  drawRest() {
    const left = this.options.filter((o) => !this.fields.has(o.name));
    const chip = (o) =>
      el(
        "button",
        { type: "button", class: "chip", title: o.description_shown, onclick: () => this.addField(o).focus() },
        `+ ${o.name_shown}`,
      );
    fill(this.rest, left.map(chip)).setAttribute("aria-label", t("options_more"));
  }

  key(event) {
    const first = event.target === this.row.querySelector("input");
    if (event.key === "Escape" || (event.key === "Backspace" && first && event.target.value === "")) {
      event.preventDefault();
      this.leave();
    }
  }

  async send() {
    this.problem.hidden = true;
    this.fields.forEach((field) => field.complain(""));
    try {
      const options = await this.values(this.options);
      await ask("slash", { channel: state.channel, path: this.leaf.path, options });
      this.leave();
    } catch (error) {
      if (!error.code) throw error;
      this.show(error);
    }
  }

  show(error) {
    const field = this.fields.get(error.values?.option);
    if (field) {
      field.complain(errorText(error));
      field.focus();
    } else {
      fill(this.problem, errorText(error)).hidden = false;
    }
  }

  set(option, value) {
    if (value === null || value === "") this.given.delete(option.name);
    else this.given.set(option.name, value);
  }

  // What is filled in; throws what a client complains about.
  async values(options) {
    const out = {};
    for (const option of options) {
      const value = this.given.get(option.name);
      if (value !== undefined) out[option.name] = await converted(option, value);
      else if (option.required) throw { code: "missing-option", values: { option: option.name } };
    }
    return out;
  }

  async complete(option, text) {
    const others = this.options.filter((o) => o !== option && this.given.has(o.name));
    const options = { ...(await this.values(others)), [option.name]: text };
    const asked = { channel: state.channel, path: this.leaf.path, options, focused: option.name };
    return (await ask("complete", asked)).map((c) => ({ value: c.value, label: c.name }));
  }
}

async function converted(option, value) {
  if (value instanceof File) return readFile(value);
  if (![INTEGER, NUMBER].includes(option.type) || typeof value !== "string") return value;
  const number = Number(value.trim().replace(",", "."));
  const fits = option.type === INTEGER ? Number.isInteger(number) : !Number.isNaN(number);
  if (!fits) throw { code: "number", values: { option: option.name } };
  return number;
}

class OptionField {
  constructor(option, form) {
    Object.assign(this, { option, form });
    this.label = `${option.name_shown}: ${option.description_shown}`;
    const made = this.make();
    this.input = made.input;
    this.problem = el("span", { class: "failed", role: "alert", hidden: true });
    this.node = el(
      "label",
      { class: "option", title: option.description_shown },
      el("span", { class: "optionname" }, option.name_shown),
      made.node,
      this.problem,
    );
  }

  make() {
    const { option } = this;
    const sources = {
      5: () => [true, false].map((value) => ({ value, label: t(String(value)) })),
      6: peopleItems,
      7: () => channelItems(option.channel_types),
      8: roleItems,
      9: () => [...roleItems(), ...peopleItems()],
    };
    if (option.choices) return this.list(option.choices.map((c) => ({ value: c.value, label: c.name_shown })));
    if (option.autocomplete) return this.completing();
    if (sources[option.type]) return this.list(sources[option.type]());
    return option.type === FILE ? this.file() : this.text();
  }

  combobox(more) {
    return new Combobox({
      label: this.label,
      placeholder: this.option.description_shown,
      onPick: (value) => this.form.set(this.option, value),
      onEnter: () => this.form.form.requestSubmit(),
      ...more,
    });
  }

  list(items) {
    return this.combobox({ find: (text) => items.filter((i) => plain(i.label).includes(plain(text))) });
  }

  completing() {
    const find = (text) => this.form.complete(this.option, text);
    return this.combobox({ find, free: this.option.type === STRING, keeps: true, delay: 120 });
  }

  file() {
    const made = fileField({ "aria-label": this.label });
    made.input.addEventListener("change", () => this.form.set(this.option, made.input.files[0] || null));
    return made;
  }

  text() {
    const input = el("input", {
      type: "text",
      inputMode: this.option.type === STRING ? "text" : "decimal",
      "aria-label": this.label,
      placeholder: this.option.description_shown,
      autocomplete: "off",
      oninput: () => this.form.set(this.option, input.value),
    });
    return { node: input, input };
  }

  focus() {
    this.input.focus();
  }

  complain(text) {
    this.problem.textContent = text;
    this.problem.hidden = !text;
    this.input.setAttribute("aria-invalid", String(Boolean(text)));
  }
}
