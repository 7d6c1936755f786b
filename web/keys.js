// The same from the keyboard, wherever the focus is, but for where one types.
import { byId } from "./dom.js";
import { orbit, reset } from "./camera.js";
import { nextAgent } from "./minds.js";
import { open } from "./panel.js";
import { choose, now, send, show, view } from "./store.js";
import { faster, split, toggleWorld, turn } from "./controls.js";
import { pan, zoom } from "./timeline.js";

const flip = (name) => () => show({ [name]: !view[name] });
const KEYS = {
  " ": () => send("play", { playing: !now.playing, speed: now.speed }),
  ArrowLeft: (event) => (event.shiftKey ? send("seek", { at: now.at - 1 }) : send("step", { ticks: -1 })),
  ArrowRight: (event) => (event.shiftKey ? send("seek", { at: now.at + 1 }) : send("step", { ticks: 1 })),
  Home: () => send("seek", { at: 0 }),
  End: () => (now.complete ? send("seek", { at: now.stop }) : send("follow")),
  "+": () => faster(1),
  "=": () => faster(1),
  "-": () => faster(-1),
  "/": () => { open("facts"); byId("search").focus(); },
  a: nextAgent,
  s: split,
  n: flip("labels"),
  l: flip("links"),
  u: flip("doubt"),
  c: flip("by_world"),
  d: () => byId("theme").click(),
  r: reset,
  j: () => orbit(-0.12, 0),
  ";": () => orbit(0.12, 0),
  k: () => orbit(0, -0.1),
  i: () => orbit(0, 0.1),
  PageUp: () => orbit(0, 0, 0.88),
  PageDown: () => orbit(0, 0, 1.14),
  z: () => zoom(0.5),
  x: () => zoom(2),
  ",": () => pan(-0.25),
  ".": () => pan(0.25),
  "[": () => turn(-1),
  "]": () => turn(1),
  "?": () => byId("keys").showModal(),
  Escape: () => choose(),
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const typing = event.target.closest && event.target.closest("input[type=search], select, textarea");
  if (typing && event.key !== "Escape") return;
  const onButton = event.target.closest && event.target.closest("button, tr, [role=tab], [role=button]");
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  // Those who speak to their machine, or hit keys by chance, can do without.
  if (!view.keys && event.key.length === 1) return;
  const worldNumber = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const action = worldNumber ? () => toggleWorld(now.worlds[worldNumber - 1]) : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  // Else the page would scroll as well.
  event.preventDefault();
  event.stopPropagation();
  if (typing) event.target.blur();
  action(event);
}

document.addEventListener("keydown", pressed);
