// Small helpers: elements, never made from HTML text, and the page's words.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && !key.startsWith("aria") && key !== "list") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export const fill = (node, ...children) => {
  node.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
};

const PATHS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  send: "M4 12l16-8-5 16-3-7z",
  plus: "M12 5v14M5 12h14",
  reply: "M10 8V4L3 11l7 7v-4c5 0 8 1.500 11 6-1-7-4-12-11-12z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  down: "M6 9l6 6 6-6",
  check: "M5 13l4 4L19 7",
  file: "M6 3h8l4 4v14H6zM14 3v5h5",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  theme: "M12 3a9 9 0 100 18zM12 3a9 9 0 010 18",
};

export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

let catalogue = {};
let language = "en";

export async function loadWords() {
  catalogue = await (await fetch("/page/words.json")).json();
  useLanguage(navigator.language);
}

export function useLanguage(locale) {
  const short = (locale || "en").slice(0, 2);
  language = short in catalogue ? short : "en";
  document.documentElement.lang = language;
}

export const currentLanguage = () => language;

export function t(key, values = {}) {
  const text = catalogue[language][key] ?? key;
  return text.replace(/{(\w+)}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const errorText = (error) => t(`error.${error.code}`, error.values || {});

export const languageName = (locale) => {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const HUES = [190, 160, 30, 265, 340, 90, 220, 10];

export function avatar(person, small = false) {
  const hue = HUES[Number((BigInt(person.id) / 1000n) % BigInt(HUES.length))];
  const node = el("span", { class: small ? "avatar small" : "avatar", "aria-hidden": "true" });
  node.textContent = [...(person.name || person.username || "?")][0].toUpperCase();
  node.style.setProperty("--hue", hue);
  return node;
}

// Pictures and files of the service are served by this page's own server; others are never loaded.
export function local(url) {
  try {
    const there = new URL(url);
    const ours = ["cdn.discordapp.com", "media.discordapp.net"].includes(there.hostname);
    return ours ? there.pathname : null;
  } catch {
    return null;
  }
}

// For comparing: without accents and capitals.
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const safeLink = (url) => (/^https?:\/\//i.test(url) ? url : null);
