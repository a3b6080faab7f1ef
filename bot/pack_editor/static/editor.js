// The page in which a pack is written. Everything typed is stored at once; the server says what it makes of it.

import { board, tile } from "/page/hexes.js";

const $ = (id) => document.getElementById(id);
const state = { language: "en", sheet: "crates", row: 0, words: {} };
let last = Promise.resolve();
let answers = 0;

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && !key.startsWith("aria")) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return node;
}

async function send(what) {
  const body = JSON.stringify({ language: state.language, sheet: state.sheet, row: state.row, ...what });
  const answer = await fetch("/ask", { method: "POST", body }).then((got) => got.json(), () => ({ error: "" }));
  if (answer.error !== undefined) {
    $("status").textContent = `${state.words.failed} ${answer.error}`;
    return null;
  }
  Object.assign(state, answer.sheets ? { sheets: answer.sheets, left: answer.left } : {});
  if (answer.sheet) state.shown = answer.sheet;
  return answer;
}

// One after the other, in the order in which they were typed.
function ask(what) {
  document.body.dataset.busy = "1";
  const mine = ++answers;
  last = last.then(() => send(what)).then((answer) => {
    if (mine === answers && !Object.keys(pending).length) delete document.body.dataset.busy;
    return answer;
  });
  return last;
}

async function open(language) {
  state.language = language;
  const answer = await ask({ do: "open" });
  if (!answer) return;
  Object.assign(state, { words: answer.words, effects: answer.effects, terrains: answer.terrains });
  Object.assign(state, { shape: answer.shape, languages: answer.languages });
  document.documentElement.lang = language;
  document.title = state.words.title;
  draw();
}

function draw() {
  const { words } = state;
  $("top").replaceChildren(
    el("h1", {}, words.title),
    el("select", { ariaLabel: words.language, onchange: (event) => open(event.target.value) },
      state.languages.map(([key, name]) => el("option", { value: key, selected: key === state.language }, name))),
    el("button", { onclick: undo, title: "Alt+Z", id: "undo" }, words.undo),
    el("span", { className: "hint", id: "status", role: "status" }),
    el("span", { className: "left", id: "left" }),
  );
  drawLists();
  drawForm();
}

function drawLists() {
  $("left").textContent = state.left;
  $("sheets").replaceChildren(...state.sheets.map((each) =>
    el("button", {
      className: each.wrong ? "" : "done", "aria-current": String(each.name === state.sheet),
      "data-sheet": each.name, onclick: () => show(each.name, 0),
    }, el("span", {}, each.label), el("span", { className: "count" }, `${each.done}/${each.box}`))));
  const wrong = state.shown.troubles;
  $("rows").replaceChildren(...state.shown.rows.map((each, number) =>
    el("button", {
      className: wrong[number] ? "" : "done", "aria-current": String(number === state.row),
      "data-row": number, onclick: () => show(state.sheet, number),
    }, el("span", {}, `${number + 1} ${each.title}`), el("span", { className: "count" }, wrong[number] ? "" : "✓"))));
  if (!state.shown.fixed) $("rows").append(el("button", { id: "add", onclick: add }, `+ ${state.words.add}`));
  for (const chosen of document.querySelectorAll('nav [aria-current="true"]')) chosen.scrollIntoView({ block: "nearest" });
}

async function show(sheet, row) {
  flush();
  Object.assign(state, { sheet, row: Math.max(0, row) });
  if (!(await ask({ do: "look" }))) return;
  state.row = Math.max(0, Math.min(row, state.shown.rows.length - 1));
  drawLists();
  drawForm();
}

const step = (by) => show(state.sheet, state.row + by);

async function undo() {
  const answer = await ask({ do: "undo" });
  if (answer) show(state.sheet, state.row);
}

async function add() {
  const answer = await ask({ do: "add" });
  if (answer) show(state.sheet, answer.row);
}

async function remove() {
  if (await ask({ do: "remove" })) show(state.sheet, state.row);
}

async function like() {
  if (state.row > 0 && (await ask({ do: "like", other: state.row - 1 }))) show(state.sheet, state.row);
}

// ---- the form of one component ----------------------------------------------------------------------------------

function drawForm() {
  const { words, shown } = state;
  const row = shown.rows[state.row];
  if (!row) return $("form").replaceChildren(el("p", {}, words.none));
  const inHexes = (field) => hasHexes() && /^spaces\.\d\.(terrain|crystals)$/.test(field.heading);
  const fields = shown.fields.map((field, number) => (inHexes(field) ? null : drawField(field, row, number)));
  $("form").replaceChildren(...[
    el("h2", { id: "title" }, row.title || shown.label),
    el("div", { className: "actions" },
      el("button", { onclick: () => step(-1), title: "Alt+P", id: "before" }, words.before),
      el("button", { onclick: () => step(1), title: "Alt+N", id: "next" }, words.next),
      !shown.fixed && el("button", { onclick: like, title: "Alt+L", id: "like" }, words.like),
      !shown.fixed && el("button", { onclick: remove, id: "remove" }, words.remove)),
    el("p", { className: "hint" }, words.keys),
    hasHexes() && tile(state, changeCell, el),
    state.sheet === "places" && board(state, changeCell, el),
    el("div", { className: "fields" }, fields),
    el("div", { className: "wrong", id: "whole" }),
    el("img", { id: "picture", alt: words.picture, hidden: true }),
  ].filter(Boolean));
  tell();
  $("form").querySelector(".field input:not([disabled]), .field select")?.focus({ preventScroll: true });
}

const hasHexes = () => state.sheet === "tiles" || state.sheet === "start_tiles";

function drawField(field, row, number) {
  const id = `field-${field.heading}`;
  const value = row.cells[number];
  const control = field.choices.length
    ? el("select", { id, onchange: (event) => change(field.heading, event.target.value) },
        el("option", { value: "" }, "–"),
        field.choices.map((each) => el("option", { value: each, selected: each === value }, each)))
    : el("input", {
        id, value, autocomplete: "off", spellcheck: false, disabled: field.fixed,
        inputMode: "text", oninput: (event) => change(field.heading, event.target.value),
      });
  const menu = field.effects && el("select", {
    ariaLabel: state.words.choose_effect, tabIndex: -1, "data-menu": field.heading,
    onchange: (event) => {
      control.value += `${control.value.trim() ? " + " : ""}${event.target.value}`;
      event.target.value = "";
      change(field.heading, control.value);
      control.focus();
    },
  }, el("option", { value: "" }, state.words.effects), state.effects.map((each) => el("option", {}, each)));
  return el("div", { className: field.effects ? "field effects" : "field", "data-heading": field.heading },
    el("label", { htmlFor: id }, field.label),
    el("div", { className: "typed" }, control, menu),
    field.effects && el("div", { className: "read" }),
    el("div", { className: "wrong" }));
}

const pending = {};

// What is typed goes to the server a moment after the last key.
function change(heading, text) {
  document.body.dataset.busy = "1";
  clearTimeout(pending[heading]?.timer);
  const { sheet, row } = state;
  const now = () => {
    delete pending[heading];
    store(sheet, row, heading, text);
  };
  pending[heading] = { now, timer: setTimeout(now, 120) };
}

function flush() {
  for (const each of Object.values(pending)) {
    clearTimeout(each.timer);
    each.now();
  }
}

async function store(sheet, row, heading, text) {
  const answer = await ask({ do: "set", sheet, row, heading, text });
  if (!answer || sheet !== state.sheet) return;
  $("status").textContent = state.words.saved;
  drawLists();
  if (row === state.row) tell(answer.refused && { heading, text: answer.refused });
}

export async function changeCell(heading, text) {
  const number = state.shown.fields.findIndex((each) => each.heading === heading);
  state.shown.rows[state.row].cells[number] = text;
  await store(state.sheet, state.row, heading, text);
}

// What the bot makes of it: words, mistakes beside their fields, the picture.
function tell(refused) {
  const row = state.shown.rows[state.row];
  const wrong = state.shown.troubles[state.row] || [];
  const whole = [...wrong.filter(([heading]) => !$(`field-${heading}`)), ...(state.shown.troubles[-1] || [])];
  $("whole").textContent = whole.map((each) => each[1]).join(" · ");
  for (const node of $("form").querySelectorAll(".field")) {
    const { heading } = node.dataset;
    const number = state.shown.fields.findIndex((each) => each.heading === heading);
    const read = node.querySelector(".read");
    if (read) read.textContent = row?.words[number] || "";
    const said = wrong.filter((each) => each[0] === heading).map((each) => each[1]);
    const told = refused?.heading === heading ? [refused.text] : said;
    node.querySelector(".wrong").textContent = told.join(" · ");
    node.querySelector("input, select").setAttribute("aria-invalid", String(told.length > 0));
  }
  drawPicture(wrong.length === 0);
}

async function drawPicture(whole) {
  const picture = $("picture");
  const { sheet, row } = state;
  if (!whole) {
    picture.hidden = true;
    return;
  }
  const got = await fetch(`/picture/${sheet}/${row}?language=${state.language}&n=${answers}`).catch(() => null);
  if (sheet !== state.sheet || row !== state.row || !picture.isConnected) return;
  if (!got || got.status !== 200) picture.hidden = true;
  else {
    const bytes = new Uint8Array(await got.arrayBuffer());
    picture.src = `data:image/png;base64,${btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""))}`;
    picture.hidden = false;
  }
}

// ---- keys -------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const does = { z: undo, n: () => step(1), p: () => step(-1), l: like }[event.key.toLowerCase()];
  if (event.altKey && does) {
    event.preventDefault();
    flush();
    does();
  } else if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    flush();
    const all = [...$("form").querySelectorAll(".field input:not([disabled]), .field select:not([tabindex])")];
    const next = all[all.indexOf(event.target) + 1];
    if (next) next.focus();
    else step(1);
  }
});
window.addEventListener("pagehide", flush);

open(["de", "fr"].find((each) => navigator.language.startsWith(each)) || "en");
