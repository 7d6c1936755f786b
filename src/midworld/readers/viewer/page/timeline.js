// What happened when: a lane for everybody and everything, bars for what held, marks for what happened.
import { byId, el, isWrong, seconds } from "./dom.js";
import { choose, now, onView, send, view } from "./store.js";

const LANES = 60;
const SIGHTS = new Set(["sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving"]);
const TINTS = { isOn: "#5b7fa6", isIn: "#7a68a8", isHeldBy: "#b07800", isMoving: "#8a8f98", sees: "#3a86b8", looksAt: "#3a86b8" };
let spans = [];
let events = [];
let open = new Map();
let leftOut = 0;
let scale = 0;
let waiting = 0;

const needle = el("div", { id: "needle" });
const root = byId("timeline");

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

// Bars are drawn anew when there are new ones or when time has outgrown its scale.
function later() {
  if (!waiting) waiting = setTimeout(() => { waiting = 0; draw(); }, 120);
}

export function tick() {
  if (now.stop > scale || now.stop < 0.5 * scale) later();
  place();
}

function place() {
  const width = root.clientWidth - 112;
  needle.style.left = `${112 + (scale ? Math.min(now.at / scale, 1) : 0) * width}px`;
  needle.style.height = `${root.scrollHeight}px`;
  root.setAttribute("aria-label", `Timeline, ${spans.length} situations and ${events.length} events, now at ${seconds(now.at)}`);
}

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
  return all.sort((one, other) => people.has(other.name) - people.has(one.name)
    || other.events.length - one.events.length || other.spans.length - one.spans.length || (one.name < other.name ? -1 : 1));
}

function draw() {
  // A run that still grows gets some room, so that bars do not creep at every tick.
  scale = now.complete ? now.stop : Math.max(now.stop * 1.15, 5);
  const found = lanes();
  const notes = [];
  if (!found.length) notes.push("Nothing has happened yet.");
  if (found.length > LANES) notes.push(`${found.length - LANES} more lanes are left out.`);
  if (leftOut) notes.push(`${leftOut} older entries are left out.`);
  root.replaceChildren(needle, ...found.slice(0, LANES).map(row), ...notes.map((note) => el("p", { class: "quiet" }, note)));
  place();
}

const left = (at) => `${(100 * at) / (scale || 1)}%`;

function row(lane) {
  const track = el("div", { class: "track" }, ...lane.spans.map(bar), ...marked(lane));
  return el("div", { class: "lane", "data-lane": lane.name },
    el("button", { class: `who ${view.chosen.includes(lane.name) ? "chosen" : ""}`, onclick: () => choose(lane.name) }, lane.name), track);
}

function bar(span) {
  const end = span.end ?? scale;
  const words = `${span.subject} ${span.predicate} ${span.object === true ? "" : span.object ?? ""}`.trim();
  const manner = SIGHTS.has(span.predicate) ? "sight" : span.predicate === "isMoving" ? "thin" : "";
  return el("div", { class: `span ${manner} ${isWrong(span.predicate) ? "wrong" : ""}`, "data-span": words,
    title: `${words}\n${seconds(span.start)} to ${span.end === null ? "now" : seconds(span.end)}${span.why ? `\n${span.why}` : ""}`,
    style: { left: left(span.start), width: `${(100 * Math.max(end - span.start, 0)) / (scale || 1)}%`, "--tint": TINTS[span.predicate] ?? "#6f7785" } },
  SHORT[span.predicate] ? `${SHORT[span.predicate]} ${span.object ?? ""}` : words);
}

const SHORT = { isOn: "on", isIn: "in", isHeldBy: "held by", isMoving: "moves" };

// Words only where there is room for them: marks may stand close together.
function marked(lane) {
  const width = root.clientWidth - 112;
  let free = -1;
  return lane.events.sort((one, other) => one.at - other.at).map((event) => {
    const x = (event.at / (scale || 1)) * width;
    const text = event.predicate;
    const fits = x > free && !event.mute;
    if (fits) free = x + 14 + 6.4 * text.length;
    return el("div", { class: `mark-event ${isWrong(event.predicate) ? "wrong" : ""}`, "data-event": event.predicate, style: { left: left(event.at) },
      title: `${event.subject ?? "somebody"}: ${event.predicate} ${event.object ?? ""} at ${seconds(event.at)}${event.why ? `\n${event.why}` : ""}` },
    fits ? el("b", {}, text) : null);
  });
}

function seekTo(event) {
  const box = root.getBoundingClientRect();
  const share = (event.clientX - box.left - 112) / (root.clientWidth - 112);
  if (share >= 0) send("seek", { at: Math.min(Math.max(share, 0), 1) * scale });
}

root.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".who") || event.button !== 0) return;
  root.setPointerCapture(event.pointerId);
  seekTo(event);
});
root.addEventListener("pointermove", (event) => event.buttons === 1 && root.hasPointerCapture(event.pointerId) && seekTo(event));
new ResizeObserver(later).observe(root);
onView((changes) => {
  if (!("chosen" in changes)) return;
  for (const who of root.querySelectorAll(".who")) who.classList.toggle("chosen", view.chosen.includes(who.textContent));
});
