// The 3D panes: viser in a frame each, our names above it.
import { byId, el, worldName, worldTint } from "./dom.js";
import { choose, now, onView, show, shownIn, tell, view } from "./store.js";

// A pane that takes longer is not waited for.
const LONGEST_MS = 500, POLL_MS = 8;
const panes = [];
let keyed = () => {};

export const onKey = (listener) => { keyed = listener; };

export function openPanes(ports) {
  while (panes.length > ports.length) panes.pop().root.remove();
  ports.forEach((port, index) => {
    if (!panes[index]) {
      panes[index] = made(index);
      byId("panes").append(panes[index].root);
    }
    // How fine pictures are is for the painter to say.
    const address = `scene.html?fixedDpr=${devicePixelRatio}&websocket=${encodeURIComponent(`ws://127.0.0.1:${port}`)}`;
    if (panes[index].port !== port) {
      panes[index].port = port;
      panes[index].frame.src = address;
    }
  });
  titles();
}

function made(index) {
  const frame = el("iframe", { title: `3D view ${index + 1}` });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const names = el("div", { class: "names" }, svg);
  const title = el("div", { class: "title" });
  const legend = el("div", { class: "legend" });
  const note = el("div", { class: "note", hidden: true });
  let still = 0;
  const moving = () => {
    names.classList.add("moving");
    clearTimeout(still);
    still = setTimeout(() => names.classList.remove("moving"), 220);
  };
  frame.addEventListener("load", () => {
    const inner = frame.contentDocument ? frame.contentWindow : null;
    // A frame that could not be loaded belongs to the browser, not to us.
    if (!inner) return;
    inner.addEventListener("keydown", (event) => keyed(event), true);
    const touched = () => view.leader !== index && show({ leader: index });
    inner.addEventListener("pointerdown", touched, true);
    inner.addEventListener("wheel", touched, { passive: true, capture: true });
    inner.addEventListener("wheel", moving, { passive: true });
    inner.addEventListener("pointermove", (event) => event.buttons && moving());
  });
  const root = el("div", { class: "pane", "data-pane": index }, frame, names, title, legend, note);
  return { root, frame, names, svg, title, legend, note, port: null, labels: new Map() };
}

// Calls back when every pane shows what it was told: a page that is slow at that gets fewer frames.
export function whenPainted(act, since = performance.now()) {
  const late = performance.now() - since > LONGEST_MS;
  // A frame that could not be loaded belongs to the browser: it paints nothing of ours.
  if (late || !panes.some(({ frame }) => frame.contentDocument && frame.contentWindow.painting)) act();
  else setTimeout(() => whenPainted(act, since), POLL_MS);
}

// Names that stay keep their element, so that they can be clicked while they move.
export function showLabels(all) {
  all.forEach((labels, index) => {
    const pane = panes[index];
    if (!pane) return;
    const kept = new Set();
    const lines = [];
    for (const label of labels) {
      const key = `${label.id}\u001f${label.kind === "believed"}`;
      kept.add(key);
      let shown = pane.labels.get(key);
      if (!shown) {
        shown = el("div", { class: "name", onclick: () => choose(label.id) });
        pane.labels.set(key, shown);
        pane.names.append(shown);
      }
      shown.textContent = label.text;
      shown.dataset.id = label.id;
      shown.dataset.anchor = `${label.ax} ${label.ay}`;
      shown.className = `name ${label.kind}${label.kind !== "believed" && view.chosen.includes(label.id) ? " chosen" : ""}`;
      shown.style.transform = `translate(${label.x}px, ${label.y}px) translate(-50%, -50%)`;
      if (Math.hypot(label.x - label.ax, label.y + 11 - label.ay) > 14) lines.push(label);
    }
    for (const [key, shown] of pane.labels) {
      if (!kept.has(key)) {
        shown.remove();
        pane.labels.delete(key);
      }
    }
    pane.svg.replaceChildren(...lines.map(leader));
  });
}

function leader(label) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of [["x1", label.x], ["y1", label.y], ["x2", label.ax], ["y2", label.ay]]) {
    line.setAttribute(name, value);
  }
  return line;
}

export function showNote(sentence, blank) {
  for (const pane of panes) {
    pane.note.hidden = !blank;
    pane.note.textContent = sentence;
  }
}

export function titles() {
  panes.forEach((pane, index) => {
    const worlds = shownIn(index);
    pane.root.dataset.worlds = worlds.join(" ");
    pane.title.replaceChildren(...(panes.length > 1 ? [picker(index, worlds)] : []));
    pane.legend.replaceChildren(...legend(worlds));
  });
}

function picker(index, worlds) {
  const chosen = worlds.length > 1 ? "" : worlds[0];
  const select = el("select", { "aria-label": `World of pane ${index + 1}`, onchange: () => {
    const all = view.panes.map((each) => [...each]);
    all[index] = select.value ? [select.value] : [];
    show({ panes: all });
  } }, el("option", { value: "" }, "observed and corrected"),
  ...now.worlds.map((name) => el("option", { value: name }, worldName(name))));
  select.value = chosen;
  return select;
}

function legend(worlds) {
  const item = (text, tint, fill, dash) =>
    el("span", {}, el("i", { class: dash ? "dash" : "", style: { "--tint": tint, "--fill": fill ?? "transparent" } }), text);
  const shown = [];
  for (const name of worlds) {
    if (name === "stable") {
      shown.push(item("seen", "var(--corrected)", "var(--corrected)"), item("worked out", "var(--corrected)", "", true),
        item("in a hand, unseen", "var(--held)", "", true));
    } else shown.push(item(worldName(name), worldTint(name)));
  }
  if (view.agent) shown.push(item(`not seen by ${view.agent}`, "#464a54", "#464a54"));
  return shown;
}

onView(titles);
// Names are placed for a pane as large as this one.
new ResizeObserver(() => view.height !== undefined && tell()).observe(byId("panes"));
