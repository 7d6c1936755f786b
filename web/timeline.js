// What happened when, along one axis in seconds: a lane for everybody and everything, bars for what held, marks for what
// happened. A press or drag goes to that instant; where the
// axis is zoomed, dragging its seconds pans. The wheel zooms with control, and pans with shift.
import { byId, el, isWrong, seconds } from "./dom.js";
import { planLanes } from "./plan.js";
import { choose, now, onView, send, view } from "./store.js";

const WHO = 112, LANES = 60, ROW = 15, ROWS = 3, GLYPH = 6.4, SHORTEST_S = 0.5, PRESS_PX = 3, NEAR_PX = 8, MOST_WORDS = 8;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const SIGHTS = new Set(["sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving"]);
const TINTS = { isOn: "#4d7099", isIn: "#6d5a9e", isHeldBy: "#8f5e00", isMoving: "#6d727b", sees: "#2a6f9e", looksAt: "#2a6f9e", plan: "#3d7a5c" };
const SHORT = { isOn: "on", isIn: "in", isHeldBy: "held by", isMoving: "moves", FalseBelief: "wrong about", Ignorance: "does not know of" };
const short = (predicate) => SHORT[predicate] ?? (predicate.startsWith("Disagreement/") ? `disagrees with ${predicate.slice(13)} about` : null);
let spans = [], events = [], open = new Map();
let leftOut = 0, waiting = 0, dragging = null;
// The stretch of time in sight; null: all of it, however long it grows.
let zoomed = null;

const root = byId("timeline"), axis = byId("axis"), needle = el("div", { id: "needle" });

export function takeMarks(news) {
  if (news.whole) [spans, events, open] = [[], [], new Map()];
  leftOut = news.left_out;
  for (const [kind, at, subject, predicate, object, why] of news.marks) {
    const key = `${subject}\u001f${predicate}\u001f${object}`;
    if (kind === "event") events.push({ at, subject, predicate, object, why });
    else if (kind === "begin") {
      const span = { start: at, end: null, subject, predicate, object, why };
      spans.push(span);
      open.set(key, span);
    } else if (open.has(key)) {
      open.get(key).end = at;
      open.delete(key);
    }
  }
  later();
}

export function clearMarks() {
  zoomed = null;
}

// A run that still grows gets some room, so that bars do not creep at every tick.
const longest = () => Math.max(now.complete ? now.stop : now.stop * 1.15, SHORTEST_S, now.complete ? 0 : 5);
let shown = [0, 1];
const width = () => Math.max(root.clientWidth - WHO, 50);
const x = (at) => ((at - shown[0]) / (shown[1] - shown[0])) * width();

function later() {
  waiting ||= setTimeout(() => { waiting = 0; draw(); }, 120);
}

export function tick() {
  if (zoomed && now.playing && !dragging && (now.at < shown[0] || now.at > shown[1])) look(now.at - 0.1 * (shown[1] - shown[0]), shown[1] - shown[0]);
  if (!zoomed && (now.stop > shown[1] || longest() < 0.5 * shown[1] || (now.complete && now.stop !== shown[1]))) later();
  place();
}

function place() {
  const at = x(now.at), inside = at >= 0 && at <= width();
  needle.hidden = !inside;
  needle.style.transform = `translateX(${(WHO + at).toFixed(1)}px)`;
  axis.setAttribute("aria-valuemax", now.stop.toFixed(2));
  axis.setAttribute("aria-valuenow", now.at.toFixed(2));
  axis.setAttribute("aria-valuetext", `${now.at.toFixed(2)} seconds of ${now.stop.toFixed(1)}`);
}

// Shows a stretch of time that begins at an instant.
function look(from, long) {
  const most = longest(), lasts = Math.min(Math.max(long, SHORTEST_S), most);
  zoomed = lasts >= most ? null : [Math.min(Math.max(from, 0), most - lasts), lasts];
  draw();
}

export function zoom(by, around = now.at) {
  const long = (shown[1] - shown[0]) * by;
  look(around - (around - shown[0]) * by, long);
}

// By a share of what is in sight.
export const pan = (by) => look(shown[0] + by * (shown[1] - shown[0]), shown[1] - shown[0]);

function lanes() {
  const people = new Set(now.agents.map(([name]) => name));
  const order = new Map();
  const lane = (name) => {
    if (!order.has(name)) order.set(name, { name, spans: [], events: [] });
    return order.get(name);
  };
  for (const [name] of now.agents) lane(name);
  for (const event of events) {
    if (event.subject) lane(event.subject).events.push(event);
    // Said once: in the lane of who did it, else of what it happened to.
    if (typeof event.object === "string" && !people.has(event.object)) {
      lane(event.object).events.push({ ...event, mute: Boolean(event.subject) });
    }
    if (!event.subject && typeof event.object !== "string") lane("somebody").events.push(event);
  }
  // A hand's doings are its owner's, and told in the owner's lane.
  for (const span of spans) if (!people.has(span.subject.split("/")[0]) || people.has(span.subject)) lane(span.subject).spans.push(span);
  const all = [...order.values()].filter((each) => each.spans.length || each.events.length);
  // People first, then what most happened to.
  all.sort((one, other) => people.has(other.name) - people.has(one.name)
    || other.events.length - one.events.length || other.spans.length - one.spans.length || (one.name < other.name ? -1 : 1));
  return [...planLanes(), ...all];
}

function draw() {
  shown = zoomed ? [zoomed[0], zoomed[0] + zoomed[1]] : [0, longest()];
  const found = lanes(), notes = [];
  if (!found.length) notes.push("Nothing has happened yet.");
  if (found.length > LANES) notes.push(`${found.length - LANES} more lanes are left out.`);
  if (leftOut) notes.push(`${leftOut} older entries are left out.`);
  ruled();
  byId("lanes").replaceChildren(...found.slice(0, LANES).map(row), ...notes.map((note) => el("p", { class: "quiet" }, note)));
  byId("fit").hidden = !zoomed;
  place();
}

function ruled() {
  const long = shown[1] - shown[0], step = STEPS.find((each) => (each / long) * width() > 64) ?? 7200, marks = [];
  for (let at = Math.ceil(shown[0] / step) * step; at <= shown[1] + 1e-9; at += step) {
    marks.push(el("span", { class: "second", style: { left: `${x(at).toFixed(1)}px` } }, clock(at, step)));
  }
  axis.replaceChildren(...marks);
}

function clock(at, step) {
  if (shown[1] >= 120 && step >= 1) return `${Math.floor(at / 60)}:${String(Math.round(at % 60)).padStart(2, "0")}`;
  return `${at.toFixed(step < 0.1 ? 2 : step < 1 ? 1 : 0)} s`;
}

// Bars that overlap lie below each other, as many as there is room for; what is seen is a thin strip beneath them.
function packed(lane) {
  const rows = [], placed = [];
  let strip = null;
  for (const span of lane.spans.filter((each) => (each.end ?? shown[1]) >= shown[0] && each.start <= shown[1]).sort((one, other) => one.start - other.start)) {
    const from = Math.max(x(span.start), -2), to = Math.min(x(span.end ?? shown[1]), width() + 2);
    if (SIGHTS.has(span.predicate)) {
      // What is told apart only nearer by is one strip from here.
      if (strip && strip.to - strip.from + to - from < NEAR_PX * 2 && from <= strip.to + 1) strip.to = Math.max(strip.to, to);
      else placed.push(strip = { span, from, to, at: null });
      continue;
    }
    let at = rows.findIndex((end) => end <= from + 0.5);
    if (at < 0 && rows.length < ROWS) at = rows.push(0) - 1;
    if (at < 0) at = rows.indexOf(Math.min(...rows));
    // What is too short to be seen beside its neighbour is not drawn twice.
    else if (to - from < 1 && to < rows[at] + 1) continue;
    rows[at] = Math.max(rows[at], to);
    placed.push({ span, from, to, at });
  }
  const high = Math.max(rows.length, lane.events.length ? 1 : 0) * ROW;
  return { placed: placed.map((each) => ({ ...each, top: 2 + (each.at === null ? high : each.at * ROW) })), high: high + (placed.some((each) => each.at === null) ? 7 : 0) + 3 };
}

function row(lane) {
  const { placed, high } = packed(lane);
  const track = el("div", { class: "track", style: { height: `${high}px` } }, ...placed.map(bar), ...marked(lane));
  return el("div", { class: "lane", "data-lane": lane.name },
    el("button", { class: `who ${view.chosen.includes(lane.name) ? "chosen" : ""}`, title: lane.name, onclick: () => choose(lane.name) }, lane.name), track);
}

function bar({ span, from, to, top }) {
  const words = span.words ?? `${span.subject} ${span.predicate} ${span.object === true ? "" : span.object ?? ""}`.trim();
  const manner = SIGHTS.has(span.predicate) ? "sight" : span.predicate === "isMoving" ? "thin" : "";
  const said = short(span.predicate) ? `${short(span.predicate)} ${span.object ?? ""}` : span.words ?? `${span.predicate} ${span.object === true ? "" : span.object ?? ""}`;
  return el("div", { class: `span ${manner} ${isWrong(span.predicate) ? "wrong" : ""}`, "data-span": words,
    title: `${words}\n${seconds(span.start)} to ${span.end === null ? "now" : seconds(span.end)}${span.why ? `\n${span.why}` : ""}`,
    style: { left: `${from.toFixed(1)}px`, width: `${Math.max(to - from, 2).toFixed(1)}px`, top: `${top}px`, "--tint": TINTS[span.predicate] ?? "#5d6573" } },
  to - from > 30 ? said : "");
}

const told = (event) => `${event.subject ?? "somebody"}: ${event.predicate} ${event.object ?? ""} at ${seconds(event.at)}${event.why ? `\n${event.why}` : ""}`;

// Marks that would lie over each other are one; words only where there is room for them.
function marked(lane) {
  const groups = [];
  for (const event of lane.events.filter((each) => each.at >= shown[0] && each.at <= shown[1]).sort((one, other) => one.at - other.at)) {
    const at = x(event.at);
    if (groups.length && at - groups.at(-1).at < NEAR_PX) groups.at(-1).events.push(event);
    else groups.push({ at, events: [event] });
  }
  return groups.map(({ at, events }, place) => {
    const [first] = events, name = events.length > 1 ? `${events.length}×` : first.predicate, more = events.length - MOST_WORDS;
    const room = (groups[place + 1]?.at ?? Infinity) - at > 14 + GLYPH * name.length;
    const words = [...events.slice(0, MOST_WORDS).map(told), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
    return el("div", { class: `mark-event ${events.some((each) => isWrong(each.predicate)) ? "wrong" : ""}`, "data-event": first.predicate,
      style: { left: `${at.toFixed(1)}px` }, title: words }, room && !first.mute ? el("b", {}, name) : null);
  });
}

const instant = (event) => shown[0] + ((event.clientX - root.getBoundingClientRect().left - WHO) / width()) * (shown[1] - shown[0]);
const seekTo = (event) => send("seek", { at: Math.min(Math.max(instant(event), 0), now.stop) });

root.append(needle);
root.addEventListener("pointerdown", (event) => {
  if (event.target.closest("button") || event.button !== 0) return;
  dragging = { panning: event.shiftKey || (zoomed && axis.contains(event.target)), from: event.clientX, at: shown[0], far: 0 };
  root.setPointerCapture(event.pointerId);
  if (!dragging.panning) seekTo(event);
});
root.addEventListener("pointermove", (event) => {
  if (!dragging || !root.hasPointerCapture(event.pointerId)) return;
  if (!dragging.panning) seekTo(event);
  else if ((dragging.far = Math.max(dragging.far, Math.abs(event.clientX - dragging.from))) > PRESS_PX) look(dragging.at - ((event.clientX - dragging.from) / width()) * (shown[1] - shown[0]), shown[1] - shown[0]);
});
root.addEventListener("pointerup", (event) => {
  if (dragging?.panning && dragging.far <= PRESS_PX) seekTo(event);
  dragging = null;
});
root.addEventListener("wheel", (event) => {
  const long = shown[1] - shown[0];
  // Lanes scroll as ever; sideways and with shift one goes through time, with control nearer to it.
  if (event.ctrlKey || event.target.closest("#axis")) zoom(Math.exp(event.deltaY / 300), instant(event));
  else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) look(shown[0] + ((event.deltaX || event.deltaY) / width()) * long, long);
  else return;
  event.preventDefault();
}, { passive: false });
byId("nearer").addEventListener("click", () => zoom(0.5));
byId("farther").addEventListener("click", () => zoom(2));
byId("fit").addEventListener("click", () => look(0, Infinity));
new ResizeObserver(later).observe(root);
onView((changes) => {
  if (!("chosen" in changes)) return;
  for (const who of root.querySelectorAll(".who")) who.classList.toggle("chosen", view.chosen.includes(who.textContent));
});
