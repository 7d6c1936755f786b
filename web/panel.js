// Panels beside the picture. A new one is a module that calls `panel`, imported in main.js, and a class of the same
// name in panels.py whose `news` arrive at `take`.
import { byId, el, seconds } from "./dom.js";
import { announce, now, send } from "./store.js";

const panels = new Map();

// `build` fills the panel once, `take` gets what the server says, `draw` shows it: called when the panel is opened, at
// every change of what is chosen, and after `take`; `tick`, at every frame, only for what moves with time.
export function panel({ id, title, hidden = false, build = () => {}, take = () => {}, draw = () => {}, tick = null }) {
  const first = panels.size === 0;
  const badge = el("span", { class: "badge", hidden: true });
  const tab = el("button", { role: "tab", id: `tab-${id}`, "aria-controls": id, "aria-selected": first, tabIndex: first ? 0 : -1, hidden,
    onclick: () => open(id) }, title, badge);
  const root = el("div", { role: "tabpanel", id, "aria-labelledby": `tab-${id}`, hidden: !first });
  byId("tabs").append(tab);
  byId("panels").append(root);
  build(root);
  const made = { id, tab, root, badge, draw, tick, take: (news) => { take(news); if (!root.hidden) draw(); } };
  panels.set(id, made);
  return made;
}

// Whether there is such a panel to open.
export function open(id) {
  if (!panels.has(id) || panels.get(id).tab.hidden) return false;
  for (const each of panels.values()) {
    each.tab.setAttribute("aria-selected", each.id === id);
    each.tab.tabIndex = each.id === id ? 0 : -1;
    each.root.hidden = each.id !== id;
  }
  now.panel = id;
  panels.get(id)?.draw();
  announce({ panel: id });
  return true;
}

// An instant in a text, to go there.
export const instant = (at) => el("button", { class: "when", title: "Go there", onclick: () => send("seek", { at }) }, seconds(at));

export const isOpen = (id) => !panels.get(id)?.root.hidden;

export function takeNews(news) {
  for (const [id, said] of Object.entries(news)) panels.get(id)?.take(said);
}

export function drawPanels() {
  for (const each of panels.values()) if (!each.root.hidden) each.draw();
}

export function tickPanels() {
  for (const each of panels.values()) if (each.tick) each.tick();
}

// Tabs are one stop for the keyboard; arrows go from one to the next.
byId("tabs").addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const visible = [...panels.values()].filter((each) => !each.tab.hidden);
  const at = visible.findIndex((each) => each.tab === document.activeElement);
  const next = visible[(at + by + visible.length) % visible.length];
  event.preventDefault();
  event.stopPropagation();
  open(next.id);
  next.tab.focus();
});
