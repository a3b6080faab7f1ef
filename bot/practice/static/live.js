// The line to the server: questions with answers, and news.

const waiting = new Map();
let socket = null;
let number = 0;

export class Refused extends Error {
  constructor(error) {
    super(error.code);
    this.code = error.code;
    this.values = error.values;
  }
}

export function connect({ onOpen, onNews, onLost }) {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data), onNews));
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Refused({ code: "not-understood", values: {} }));
    waiting.clear();
    onLost();
    setTimeout(() => connect({ onOpen, onNews, onLost }), 1000);
  });
}

function receive(data, onNews) {
  if (!("re" in data)) return onNews(data);
  const { resolve, reject } = waiting.get(data.re) || {};
  waiting.delete(data.re);
  if (data.error) reject?.(new Refused(data.error));
  else resolve?.(data.result);
}

export function ask(what, more = {}) {
  const n = ++number;
  return new Promise((resolve, reject) => {
    waiting.set(n, { resolve, reject });
    socket.send(JSON.stringify({ n, do: what, ...more }));
  });
}

export function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve({ name: file.name, type: file.type, data: reader.result.split(",", 2)[1] || "" });
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
}
