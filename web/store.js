// What this page shows. The browser keeps it, so that a server that was started anew shows the same again.
const dark = localStorage.getItem("midworld-dark");

export const view = {
  panes: [[]], agent: null, chosen: [], model: null, trails_s: 8, links: true, doubt: true, labels: true, by_world: false, keys: true,
  dark: dark === null ? matchMedia("(prefers-color-scheme: dark)").matches : dark === "1", hidden: document.hidden,
};

// Where the run is: what the newest frame said.
export const now = { at: 0, stop: 0, stamp: 0, playing: true, speed: 1, following: false, complete: false, chapter: 0, chapters: [],
  worlds: [], models: [], agents: [], things: [], wrong: [], started: false, panel: "facts" };

const listeners = [];
let socket = null;

export const onView = (listener) => listeners.push(listener);

export function connect(open) {
  socket = open;
}

export function send(type, rest = {}) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...rest }));
}

// Changes what is shown, tells the server, and lets everything adapt.
export function show(changes) {
  Object.assign(view, changes);
  tell();
  announce(changes);
}

export function announce(changes) {
  for (const listener of listeners) listener(changes);
}

export function tell() {
  const panes = document.getElementById("panes");
  view.aspect = panes.clientHeight ? panes.clientWidth / view.panes.length / panes.clientHeight : 1.5;
  send("view", view);
}

export function choose(...names) {
  show({ chosen: [...new Set(names.filter(Boolean))] });
}

// What a click on a thing, a person or their names does.
export let pick = (id) => choose(id);
export const onPick = (act) => { pick = act; };

// The worlds a pane shows: what was asked for, or the usual ones.
export function shownIn(pane) {
  const named = view.panes[pane] ?? [];
  if (named.length) return named;
  const usual = now.worlds.filter((name) => name === "stable" || name.startsWith("source/"));
  return usual.length ? usual : now.worlds.slice(0, 1);
}
