// Where one writes messages.

import { drawCommand } from "./command.js";
import { el, errorText, fill, icon, t } from "./dom.js";
import { ask, readFile } from "./live.js";
import { CommandPicker } from "./picker.js";
import { channelLabel, channelOf, nameOf, state } from "./state.js";

const root = () => document.getElementById("composer");
let files = [];

export function drawComposer() {
  const label = t("box", { channel: channelLabel(channelOf(state.channel)) });
  const box = makeBox(label);
  const picker = new CommandPicker(box, (leaf) => drawCommand(root(), leaf, leaveCommand));
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const form = el("form", { class: "write" }, attachButton(), box, roundButton("submit", "send", t("send")));
  box.addEventListener("input", () => {
    grow(box);
    picker.refresh();
  });
  box.addEventListener("keydown", (event) => picker.key(event) || boxKey(event, form));
  box.addEventListener("blur", () => picker.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(box, problem);
  });
  fill(root(), el("div", { class: "extras" }), picker.list, form, problem);
  drawExtras();
}

function makeBox(label) {
  return el("textarea", {
    id: "box",
    rows: 1,
    maxLength: 2000,
    placeholder: matchMedia("(max-width: 720px)").matches ? label : `${label} – ${t("box_hint")}`,
    "aria-label": label,
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "picker",
    "aria-autocomplete": "list",
  });
}

export function roundButton(type, name, label, onclick) {
  return el("button", { type, class: "round", title: label, "aria-label": label, onclick }, icon(name));
}

function attachButton() {
  const chooser = el("input", { type: "file", multiple: true, hidden: true });
  chooser.addEventListener("change", () => {
    files.push(...chooser.files);
    drawExtras();
  });
  return [roundButton("button", "plus", t("attach"), () => chooser.click()), chooser];
}

function boxKey(event, form) {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "ArrowUp" && !event.target.value) {
    event.preventDefault();
    [...document.querySelectorAll(".message")].at(-1)?.focus();
  } else if (event.key === "Escape" && state.reply) {
    setReply(null);
  }
}

// The box is empty at once, so that what is typed while a message is on its way stays; one after the other keeps the order.
let sent = Promise.resolve();

function send(box, problem) {
  if (!box.value.trim() && !files.length) return;
  const draft = { channel: state.channel, text: box.value, reply: state.reply, files };
  box.value = "";
  files = [];
  problem.hidden = true;
  setReply(null);
  grow(box);
  sent = sent.then(() => post(draft)).catch((error) => {
    takeBack(draft, box);
    fill(problem, errorText(error)).hidden = false;
  });
}

async function post({ channel, text, reply, files }) {
  await ask("write", { channel, text, reply: reply?.id, files: await Promise.all(files.map(readFile)) });
}

function takeBack(draft, box) {
  box.value = [draft.text, box.value].filter(Boolean).join("\n");
  files = [...draft.files, ...files];
  if (state.reply) drawExtras();
  else setReply(draft.reply);
  grow(box);
}

// What goes with the message: whom it answers, and files.
function drawExtras() {
  const extras = root().querySelector(".extras");
  if (!extras) return;
  const { reply } = state;
  const line = reply && el("div", { class: "replying" }, t("replying", { name: nameOf(reply.author) }));
  line?.append(dropButton(t("cancel"), () => setReply(null)));
  fill(extras, line, files.map(fileChip));
}

function fileChip(file, i) {
  const drop = () => {
    files.splice(i, 1);
    drawExtras();
  };
  return el("span", { class: "chip" }, file.name, dropButton(t("remove", { name: file.name }), drop));
}

const dropButton = (label, act) =>
  el("button", { type: "button", class: "tiny", "aria-label": label, onclick: act }, icon("close"));

const TALLEST = 200; // pixels, as in base.css

function grow(box) {
  box.style.height = "auto";
  const wanted = box.value ? box.scrollHeight : 0; // a hint that is too long is cut, not wrapped
  box.style.height = wanted ? `${Math.min(wanted, TALLEST)}px` : "";
  box.classList.toggle("full", wanted > TALLEST);
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

export const startCommand = (leaf) => drawCommand(root(), leaf, leaveCommand);

function leaveCommand() {
  drawComposer();
  focusBox();
}
