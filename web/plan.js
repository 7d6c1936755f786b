// The plan of a run: a column for everybody, time downwards, a line where the run is, arrows where one waits for another.
import { byId, el, seconds } from "./dom.js";
import { isOpen, panel } from "./panel.js";
import { choose, now } from "./store.js";

const SVG = "http://www.w3.org/2000/svg";
// Pixels: the least height of a bar, and what a second gets at the least.
const BAR = 22, SECOND = 6, HEAD = 24;
const tab = panel({ id: "plan", title: "Plan", hidden: true, draw, tick: draw,
  build: (root) => root.append(el("div", { id: "plan-body", class: "scroll", tabIndex: 0 })) });
let plans = [];
let shown = null;
let scale = SECOND;

export function takePlans(given) {
  plans = given ?? [];
  shown = undefined;
  draw();
}

const current = () => plans[now.chapter] ?? null;
// Seconds of the plan at the instant shown.
const elapsed = (plan) => (plan.begins === null ? now.at : now.stamp - plan.begins);

function draw() {
  const plan = current();
  tab.tab.hidden = !plan;
  if (plan !== shown) build(plan);
  shown = plan;
  if (plan && isOpen("plan")) mark(plan);
}

// The plan's actions as lanes of the time axis, one for everybody who has any.
export function planLanes() {
  const plan = current();
  if (!plan) return [];
  const begins = plan.begins === null ? 0 : plan.begins - (now.stamp - now.at);
  return plan.agents.map((agent) => ({ name: `${agent}: plan`, events: [], spans: plan.bars.filter(([, agents]) => agents.includes(agent))
    .map(([, , words, start, end]) => ({ start: begins + start, end: begins + end, subject: agent, predicate: "plan", words, object: null, why: "" })) }));
}

function build(plan) {
  const body = byId("plan-body");
  if (!plan) return body.replaceChildren();
  const shortest = Math.min(...plan.bars.map((bar) => bar[4] - bar[3]).filter((long) => long > 0), plan.makespan || 1);
  scale = Math.max(SECOND, BAR / shortest);
  const width = 100 / Math.max(plan.agents.length, 1);
  const lane = (agent) => plan.agents.indexOf(agent) * width;
  const bars = plan.bars.flatMap(([id, agents, words, start, end, after]) => agents.map((agent) =>
    el("button", { class: "bar", "data-action": id, title: `${words}: ${seconds(start)} to ${seconds(end)}${after.length ? `, after ${after.join(", ")}` : ""}`,
      style: { left: `${lane(agent)}%`, width: `calc(${width}% - 6px)`, top: `${HEAD + start * scale}px`, height: `${(end - start) * scale - 2}px` },
      onclick: () => choose(...words.split(" ").slice(1).filter((word) => now.things.some(([name]) => name === word))) },
    words.split(" ").filter((word) => !agents.includes(word)).join(" "))));
  const heads = plan.agents.map((agent) => el("b", { class: "lane", style: { left: `${lane(agent)}%`, width: `${width}%` } }, agent));
  const area = el("div", { class: "streams", style: { height: `${HEAD + plan.makespan * scale + 8}px` } }, arrows(plan, width), ...heads, ...bars,
    el("i", { id: "plan-now" }));
  body.replaceChildren(el("p", { class: "quiet", id: "plan-state" }), area);
}

function arrows(plan, width) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 100 ${HEAD + plan.makespan * scale + 8}`);
  picture.setAttribute("preserveAspectRatio", "none");
  const byNumber = new Map(plan.bars.map((bar) => [bar[0], bar]));
  for (const [from, to, fact] of plan.links) {
    const one = byNumber.get(from), other = byNumber.get(to);
    const line = document.createElementNS(SVG, "line");
    const at = (bar) => (plan.agents.indexOf(bar[1][0]) + 0.5) * width;
    const places = { x1: at(one), y1: HEAD + one[4] * scale - 2, x2: at(other), y2: HEAD + other[3] * scale };
    for (const [name, value] of Object.entries(places)) line.setAttribute(name, value);
    const title = document.createElementNS(SVG, "title");
    title.textContent = fact;
    line.append(title);
    picture.append(line);
  }
  return picture;
}

function mark(plan) {
  const at = elapsed(plan);
  for (const bar of document.querySelectorAll("#plan-body .bar")) {
    const [, , , start, end] = plan.bars.find(([id]) => String(id) === bar.dataset.action);
    bar.dataset.state = at >= end ? "over" : at >= start ? "now" : "ahead";
  }
  byId("plan-now").style.top = `${HEAD + Math.min(Math.max(at, 0), plan.makespan) * scale}px`;
  byId("plan-state").textContent = at < 0 ? `The plan of ${seconds(plan.makespan)} begins in ${seconds(-at)}.`
    : at > plan.makespan ? `The plan of ${seconds(plan.makespan)} was to be over ${seconds(at - plan.makespan)} ago.`
      : `${seconds(at)} of the plan's ${seconds(plan.makespan)}`;
}
