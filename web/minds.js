// Whose eyes to look through, and where that mind and the robot's part.
import { button, byId, el } from "./dom.js";
import { throughEyes } from "./camera.js";
import { instant, panel } from "./panel.js";
import { headOf } from "./panes.js";
import { choose, now, onView, show, view } from "./store.js";

let mind = null;

const minds = panel({ id: "minds", title: "Minds", draw, build: (root) => root.append(
  el("div", { id: "agents", role: "group", "aria-label": "Whose mind" }), el("div", { id: "mind", class: "scroll", tabIndex: 0 })) });

export function showAgents() {
  byId("agents").replaceChildren(
    ...now.agents.map(([name, kind, tint]) => el("button", { class: "chip", "data-agent": name, style: { "--tint": tint },
      "aria-pressed": view.agent === name, title: `Look through the eyes of ${name}`,
      onclick: () => pickAgent(view.agent === name ? null : name) }, kind === "robot" ? `${name} (robot)` : name)),
  );
  draw();
}

export function pickAgent(name) {
  mind = null;
  show({ agent: name });
}

export function nextAgent() {
  const names = [null, ...now.agents.map(([name]) => name)];
  pickAgent(names[(names.indexOf(view.agent) + 1) % names.length]);
}

export function takeMind(news) {
  mind = news;
  draw();
}

export function draw() {
  minds.badge.hidden = now.wrong.length === 0;
  minds.badge.textContent = now.wrong.length;
  byId("mind").replaceChildren(...content());
}

function content() {
  if (!now.agents.length) return [el("p", { class: "quiet" }, "Nobody is in this scene.")];
  if (!view.agent || !mind || mind.agent !== view.agent) {
    return [el("p", { class: "quiet" }, "Pick somebody: what they see stays lit, the rest is shaded, and what they believe wrongly is marked.")];
  }
  const isRobot = now.agents.some(([name, kind]) => name === view.agent && kind === "robot");
  return [sight(), ...eyes(), ...(isRobot ? [el("p", { class: "quiet" }, "The corrected world is what the robot believes.")] : [...beliefs(), ...noted()])];
}

function sight() {
  const seen = mind.sees;
  const text = seen === null ? `Nothing is known about what ${mind.agent} sees.`
    : seen.length ? `${mind.agent} sees ${seen.join(", ")}.` : `${mind.agent} sees nothing here right now.`;
  return el("p", {}, text);
}

// With what somebody looks: the head or a camera; some have neither.
function eyes() {
  const looks = now.agents.find(([name]) => name === mind.agent)?.[3];
  const act = () => { const head = headOf(looks); if (head) throughEyes(...head); };
  return looks ? [el("button", { id: "eyes", onclick: act }, `Look through ${mind.agent}’s eyes`)] : [];
}

function beliefs() {
  if (!mind.known) return [el("p", { class: "quiet" }, `This run keeps no world of what ${mind.agent} believes.`)];
  const beside = el("button", { onclick: () => show({ panes: [[], [mind.agent]] }) }, `Show ${mind.agent}’s world beside`);
  if (!mind.differences.length) {
    return [el("div", { class: "card" }, el("p", {}, `${mind.agent} and the robot agree about everything.`)), beside];
  }
  return [...mind.differences.map((each) => el("div", { class: "card wrong", "data-thing": each.thing, ...button(() => choose(each.thing)) },
  el("h3", {}, each.thing, el("span", { class: "state" }, each.metres === null ? "not known" : `${each.metres.toFixed(2)} m apart`)),
  el("p", {}, `${mind.agent} thinks: ${each.mind}`), el("p", {}, `It is: ${each.robot}`),
  el("p", { class: "why" }, each.why))), beside];
}

function noted() {
  if (!mind.noted.length) return [];
  return [el("div", { class: "card" }, el("h4", {}, "What was noted"), el("ul", {}, ...mind.noted.map(([at, text]) =>
    el("li", {}, instant(at), text))))];
}

onView((changes) => {
  if ("agent" in changes) showAgents();
});
