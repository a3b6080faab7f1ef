// Hexagons to click: the spaces of a tile, and the places of the main board. Arrow keys and letters do the same.

const NS = "http://www.w3.org/2000/svg";
const WIDTH = Math.sqrt(3);
const middle = ([q, r]) => [WIDTH * (q + r / 2), 1.5 * r];

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function hexagon(space, ...lines) {
  const [x, y] = middle(space);
  const corner = (n) => {
    const angle = (Math.PI / 180) * (60 * n - 30);
    return `${(x + 0.97 * Math.cos(angle)).toFixed(3)},${(y + 0.97 * Math.sin(angle)).toFixed(3)}`;
  };
  const texts = lines.map((text, n) => {
    const node = svg("text", { x: x.toFixed(3), y: (y + 0.12 + 0.4 * (n - (lines.length - 1) / 2)).toFixed(3) });
    node.textContent = text;
    return node;
  });
  return svg("g", {}, svg("polygon", { points: [0, 1, 2, 3, 4, 5].map(corner).join(" ") }), ...texts);
}

function around(spaces) {
  const all = spaces.map(middle);
  const [xs, ys] = [all.map((each) => each[0]), all.map((each) => each[1])];
  const [left, top] = [Math.min(...xs) - 1, Math.min(...ys) - 1.1];
  return `${left} ${top} ${Math.max(...xs) + 1 - left} ${Math.max(...ys) + 1.1 - top}`;
}

// ---- a tile -----------------------------------------------------------------------------------------------------

export function tile(state, change, el) {
  const cell = (heading) => state.shown.rows[state.row].cells[state.shown.fields.findIndex((f) => f.heading === heading)];
  const box = el("div", { id: "hexes" });
  let brush = null;
  const map = svg("svg", { class: "map tile", viewBox: around(state.shape), role: "group", "aria-label": state.words.hexes });
  const focus = (n) => map.querySelectorAll("g")[n]?.focus();

  function set(n, terrain) {
    change(`spaces.${n + 1}.terrain`, terrain);
    paint();
    focus(Math.min(n + 1, state.shape.length - 1));
  }

  function crystals(n, by) {
    const number = Math.max(0, Math.min(3, Number(cell(`spaces.${n + 1}.crystals`) || 0) + by));
    change(`spaces.${n + 1}.crystals`, number ? String(number) : "");
    paint();
    focus(n);
  }

  function typed(event, n) {
    const key = event.key.toLowerCase();
    const starting = state.terrains.filter(([, word]) => word.toLowerCase().startsWith(key)).map(([, word]) => word);
    if (key === "+" || key === "-") crystals(n, key === "+" ? 1 : -1);
    else if (key === "backspace" || key === "delete") set(n, "");
    else if (/^[1-7]$/.test(key)) set(n, state.terrains[Number(key) - 1][1]);
    else if (key.length === 1 && starting.length === 1 && !event.altKey) set(n, starting[0]);
    else return;
    event.preventDefault();
  }

  function paint() {
    map.replaceChildren(...state.shape.map((space, n) => {
      const terrain = cell(`spaces.${n + 1}.terrain`);
      const number = Number(cell(`spaces.${n + 1}.crystals`) || 0);
      const group = hexagon(space, terrain || String(n + 1), ...(number ? ["◆".repeat(number)] : []));
      for (const [key, value] of [["tabindex", 0], ["role", "button"], ["data-hex", n]]) group.setAttribute(key, value);
      group.setAttribute("aria-label", `${n + 1} ${terrain} ${number || ""}`);
      if (terrain) group.classList.add("other");
      group.addEventListener("click", () => brush !== null && set(n, brush));
      group.addEventListener("keydown", (event) => typed(event, n));
      return group;
    }));
  }

  paint();
  const palette = state.terrains.map(([key, word], n) => el("label", {},
    el("input", { type: "radio", name: "brush", tabIndex: -1, value: key, onchange: () => (brush = word) }), `${n + 1} ${word}`));
  box.append(el("p", { className: "hint" }, state.words.hexes_keys), el("div", { className: "palette" }, ...palette), map);
  return box;
}

// ---- the main board ---------------------------------------------------------------------------------------------

const read = (text) => text.split(";").map((each) => each.trim().split(/\s+/).map(Number)).filter((each) => each.length === 2);

export function board(state, change, el) {
  const column = state.shown.fields.findIndex((each) => each.heading === "spaces");
  const all = [];
  for (let r = -6; r <= 6; r++) for (let q = -14; q <= 14; q++) if (Math.abs(q + r / 2) <= 10) all.push([q, r]);
  const key = (space) => space.join(" ");
  const map = svg("svg", { class: "map", viewBox: around(all), tabindex: 0, role: "group", "aria-label": state.words.board });
  let cursor = [0, 0];

  function toggle(space) {
    const row = state.shown.rows[state.row];
    const own = read(row.cells[column]);
    const left = own.filter((each) => key(each) !== key(space));
    const next = left.length < own.length ? left : [...own, space];
    const text = next.map(key).join("; ");
    row.cells[column] = text;
    const field = document.getElementById("field-spaces");
    if (field) field.value = text;
    change("spaces", text);
    paint();
  }

  function paint() {
    const own = new Map(read(state.shown.rows[state.row].cells[column]).map((each, n) => [key(each), String(n + 1)]));
    const others = new Set(state.shown.rows.flatMap((row) => read(row.cells[column])).map(key));
    map.replaceChildren(...all.map((space) => {
      const name = key(space);
      const group = hexagon(space, ...(own.has(name) ? [own.get(name)] : []));
      group.dataset.space = name;
      group.classList.toggle("own", own.has(name));
      group.classList.toggle("other", !own.has(name) && others.has(name));
      group.classList.toggle("cursor", name === key(cursor));
      group.addEventListener("click", () => toggle((cursor = space)));
      return group;
    }));
  }

  map.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by) cursor = [cursor[0] + by[0], cursor[1] + by[1]];
    else if (event.key === " " || event.key === "Enter") toggle(cursor);
    else return;
    event.preventDefault();
    paint();
  });
  paint();
  return el("div", { id: "board" }, el("p", { className: "hint" }, state.words.board_keys), map);
}
