// What is shown stands in the address: it survives a reload and can be sent to a colleague, as `?t=12.5&mind=sally`.
import { worldName } from "./dom.js";
import { now, onView, view } from "./store.js";

const EVERY_MS = 400;
const asked = new URLSearchParams(location.search);
const names = (text) => (text ?? "").split(",").filter(Boolean);
let waiting = 0;

const worlds = asked.getAll("world").slice(0, 2).map(names);
if (worlds.length) view.panes = worlds;
view.agent = asked.get("mind");
view.chosen = names(asked.get("pick"));
view.model = asked.get("facts");

const at = Number.parseFloat(asked.get("t"));
// Where to go first: a time that is given is shown and stays, unless it is to play on.
export const wanted = {
  at: Number.isFinite(at) ? Math.max(at, 0) : null, playing: asked.has("play"), speed: 1, scene: asked.get("scene"), panel: asked.get("panel"),
};

// Sentences about what was asked for and is not there; what is there is said along with them.
export function missing() {
  const people = now.agents.map(([name]) => name), known = (list) => (list.length ? `; there is ${list.join(", ")}` : "");
  const said = [];
  if (asked.get("mind") && !people.includes(asked.get("mind"))) said.push(`Nobody here is called ${asked.get("mind")}${known(people)}.`);
  for (const name of worlds.flat()) {
    if (!now.worlds.includes(name)) said.push(`No world here is called ${name}${known(now.worlds.map((each) => `${each} (${worldName(each)})`))}.`);
  }
  const things = now.things.map(([name]) => name);
  for (const name of names(asked.get("pick"))) {
    if (things.length && ![...things, ...people].includes(name)) said.push(`Nothing that moves is called ${name}${known(things.slice(0, 12))}.`);
  }
  const scenes = now.chapters.map(([name]) => name);
  if (asked.get("scene") && !scenes.includes(asked.get("scene"))) said.push(`No scene here is called ${asked.get("scene")}${known(scenes)}.`);
  if (asked.has("t") && !Number.isFinite(at)) said.push(`The time ${asked.get("t")} is no number of seconds.`);
  return said.join(" ");
}

function write() {
  waiting = 0;
  if (!now.started) return;
  const shown = new URLSearchParams();
  if (now.chapters.length > 1) shown.set("scene", now.chapters[now.chapter][0]);
  if (!now.following) shown.set("t", now.at.toFixed(2));
  if (now.playing && !now.following) shown.set("play", "");
  if (view.agent) shown.set("mind", view.agent);
  if (view.panes.length > 1 || view.panes[0].length) for (const each of view.panes) shown.append("world", each.join(","));
  if (view.chosen.length) shown.set("pick", view.chosen.join(","));
  if (view.model && view.model !== "stable") shown.set("facts", view.model);
  if (now.panel !== "facts") shown.set("panel", now.panel);
  const text = shown.toString().replace(/=(?=&|$)/g, "").replaceAll("%2C", ",").replaceAll("%2F", "/");
  history.replaceState(null, "", text ? `?${text}` : location.pathname);
}

export function remember() {
  waiting ||= setTimeout(write, EVERY_MS);
}

onView(remember);
