// The panes beside each other: what each shows, what it is called, what its colours mean, and what one clicks on.
import { byId, el, worldName, worldTint } from "./dom.js";
import { Labels } from "./labels.js";
import { Pane } from "./pane.js";
import { arrived, onPainted, setPanes } from "./stage.js";
import { now, onView, pick, show, shownIn, tell, view } from "./store.js";

const CLICK_PX = 5;
const panes = [];

function adapt() {
  while (panes.length > view.panes.length) panes.pop().root.remove();
  while (panes.length < view.panes.length) {
    panes.push(made(panes.length));
    byId("panes").append(panes.at(-1).root);
  }
  setPanes(panes.map(({ pane }) => pane));
  titles();
}

function made(index) {
  const title = el("div", { class: "title" }), legend = el("div", { class: "legend" }), note = el("div", { class: "note", hidden: true });
  const root = el("div", { class: "pane", "data-pane": index });
  const pane = new Pane(root);
  const labels = new Labels(pane, (name) => (now.agents.some(([agent, kind]) => agent === name && kind !== "robot") ? "person" : "robot"));
  root.append(title, legend, note);
  return { root, pane, labels, title, legend, note };
}

// Whoever turns the camera holds on to the pointer: what begins on a name or a list is not for the camera.
let pressed = null;
byId("panes").addEventListener("pointerdown", (event) => {
  pressed = event.isPrimary && event.button === 0 ? [event.clientX, event.clientY] : null;
  if (event.target.closest("button, select")) event.stopPropagation();
}, true);
byId("panes").addEventListener("pointerup", (event) => {
  if (!pressed || event.target.closest("button, select") || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > CLICK_PX) return;
  const found = paneAt(event.clientX)?.pick(event.clientX, event.clientY);
  pick(found?.id, found?.said);
});

export const paneAt = (clientX) => panes.find(({ root }) => clientX < root.getBoundingClientRect().right)?.pane;

export function takePanes(news, arrays) {
  news.forEach((each, index) => each && panes[index]?.pane.take(each, arrays));
  arrived();
}

export function clearPanes() {
  for (const { pane } of panes) pane.clear();
}

const batches = () => panes.flatMap(({ pane }) => [...pane.batches.values()]);
export const isDrawn = (name) => batches().some(({ ids }) => ids.includes(name));

// Where the head or camera of that name is: place and turn.
export function headOf(name) {
  const found = batches().find(({ kind, ids }) => kind === "figure" && ids.includes(name));
  const row = found?.ids.indexOf(name);
  return found && [[...found.poses.subarray(7 * row, 7 * row + 3)], [...found.poses.subarray(7 * row + 3, 7 * row + 7)]];
}

export function showNote(sentence, blank) {
  for (const { note } of panes) {
    note.hidden = !blank;
    note.textContent = sentence;
  }
}

export function titles() {
  panes.forEach(({ root, title, legend: keys }, index) => {
    const worlds = shownIn(index);
    root.dataset.worlds = worlds.join(" ");
    title.replaceChildren(...(panes.length > 1 ? [picker(index, worlds)] : []));
    keys.replaceChildren(...legend(worlds));
  });
}

function picker(index, worlds) {
  const select = el("select", { "aria-label": `World of pane ${index + 1}`, onchange: () => {
    const all = view.panes.map((each) => [...each]);
    all[index] = select.value ? [select.value] : [];
    show({ panes: all });
  } }, el("option", { value: "" }, "observed and corrected"), ...now.worlds.map((name) => el("option", { value: name }, worldName(name))));
  select.value = worlds.length > 1 ? "" : worlds[0];
  return select;
}

function legend(worlds) {
  const item = (text, tint, fill, dash) =>
    el("span", {}, el("i", { class: dash ? "dash" : "", style: { "--tint": tint, "--fill": fill ?? "transparent" } }), text);
  const shown = [];
  for (const name of worlds) {
    if (name === "stable") {
      shown.push(item("seen", "var(--corrected)", "var(--plain)"), item("worked out, hidden", "var(--corrected)", "var(--plain)", true),
        item("in a hand, unseen", "var(--held)", "var(--plain)", true));
      if (now.wrong.length) shown.push(item("wrongly believed", "var(--mind)", "var(--plain)", true));
    } else shown.push(item(worldName(name), worldTint(name)));
  }
  if (view.agent) shown.push(item(`not seen by ${view.agent}`, "#464a54", "#464a54"));
  return shown;
}

onPainted(() => { for (const { labels } of panes) labels.place(); });
onView((changes) => ("panes" in changes ? adapt() : titles()));
new ResizeObserver(() => tell()).observe(byId("panes"));
adapt();
