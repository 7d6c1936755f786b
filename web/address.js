// What is shown stands in the address: it survives a reload and can be sent to a colleague, as `?t=12.5&mind=sally`.
import { worldName } from "./dom.js";
import { now, onView, show, view } from "./store.js";

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

// Whether the page is where the address wanted it.
export const arrived = () => wanted.at === null || now.at >= Math.min(wanted.at, now.stop) - 0.06;

// Sentences about what was asked for and is not there, with what is; from then on the page does without it.
export function missing(isDrawn, hasPanel) {
  const people = now.agents.map(([name]) => name), things = now.things.map(([name]) => name), said = [], gone = new Set();
  const check = (what, name, there, list) => {
    if (!name || there) return;
    gone.add(name);
    said.push(`${what} is called ${name}${list.length ? `; there is ${list.slice(0, 12).join(", ")}` : ""}.`);
  };
  const known = now.worlds.map((each) => `${each} (${worldName(each)})`), models = now.models.map(([name]) => name);
  const scenes = now.chapters.map(([name]) => name), scene = asked.get("scene");
  check("Nobody here", asked.get("mind"), people.includes(asked.get("mind")), people);
  for (const name of worlds.flat()) check("No world here", name, now.worlds.includes(name), known);
  for (const name of names(asked.get("pick"))) check("Nothing here", name, [...people, ...things].includes(name) || isDrawn(name), things);
  check("Nobody whose facts are told", asked.get("facts"), models.includes(asked.get("facts")), models);
  check("No panel here", wanted.panel, hasPanel, ["facts", "minds", "things", "whatif", "health"]);
  check("No scene here", scene, scenes.includes(scene), scenes);
  if (asked.has("t") && !Number.isFinite(at)) said.push(`The time ${asked.get("t")} is no number of seconds.`);
  if (gone.size) {
    const here = (name) => !gone.has(name);
    show({ agent: here(view.agent) ? view.agent : null, chosen: view.chosen.filter(here), model: here(view.model) ? view.model : null,
      panes: view.panes.map((each) => each.filter(here)) });
  }
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
