// What would happen if: a sentence, a button, or a thing dragged elsewhere with shift; ghosts in the picture, bars here.
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { camera } from "./camera.js";
import { byId, el, seconds } from "./dom.js";
import { open, panel } from "./panel.js";
import { paneAt } from "./panes.js";
import { choose, now, send, view } from "./store.js";

const WAYS = [["push it left", "push the $ to the left"], ["push it right", "push the $ to the right"], ["push it away", "push the $ away"],
  ["tilt it", "tilt the $ to the left by 30 degrees"], ["lift it", "lift the $"]];
const DRAG_PX = 5;
let news = {};

panel({ id: "whatif", title: "What if", take: (told) => { news = told; }, draw, build: (root) => root.append(
  el("form", { class: "bar", onsubmit: (event) => { event.preventDefault(); ask({ words: byId("whatif-words").value.trim() }); } },
    el("input", { id: "whatif-words", type: "search", placeholder: "push the cup from the left at 0.3 m/s", "aria-label": "What to imagine", maxLength: 400 }),
    el("button", { id: "whatif-ask" }, "Imagine")),
  el("div", { id: "whatif-ways" }), el("div", { id: "whatif-found", class: "scroll", tabIndex: 0, "aria-live": "polite" })) });

function ask(wish) {
  send("imagine", wish);
  open("whatif");
}

function draw() {
  byId("whatif-ways").replaceChildren(...ways());
  byId("whatif-found").replaceChildren(...found());
}

// What can be done with the thing that is chosen.
function ways() {
  const name = view.chosen.find((each) => now.things.some(([thing]) => thing === each));
  if (!name) return [el("p", { class: "quiet" }, "Choose a thing to do something with it, or drag it elsewhere with shift held down. Nothing here touches the run.")];
  return WAYS.map(([title, words]) => el("button", { title: words.replace("$", name), onclick: () => {
    byId("whatif-words").value = words.replace("$", name);
    ask({ words: words.replace("$", name) });
  } }, title));
}

function found() {
  if (!news.asked) return [];
  const whose = news.whose ? `, in the world of ${news.whose}` : "";
  const head = el("p", { class: "quiet" }, `“${news.asked}” at ${seconds(news.at)}${whose}`);
  if (news.busy) return [head, el("p", { role: "status" }, "Imagining…")];
  if (news.trouble) return [head, el("p", { class: "trouble", role: "alert" }, news.trouble)];
  return [head, el("p", { class: "explanation" }, news.words), el("h4", {}, `How ${news.runs} runs end`),
    ...news.endings.map(([words, count], place) => bar(words, count, news.runs, place === 0 ? "good" : "bad")),
    ...news.moved.map(histogram), el("button", { onclick: () => send("imagine") }, "Clear")];
}

const bar = (words, count, most, kind) => el("div", { class: `share ${kind}` }, el("span", {}, words),
  el("b", {}, `${count}`), el("i", { style: { width: `${(100 * count) / Math.max(most, 1)}%` } }));

function histogram({ thing, edges, counts }) {
  const most = Math.max(...counts, 1), cm = (metres) => (100 * metres).toFixed(1);
  return el("div", { class: "histogram" },
    el("h4", {}, `How far ${thing} moves, in cm`),
    el("div", { class: "columns", role: "img", "aria-label": counts.map((count, place) => `${count} runs ${cm(edges[place])} to ${cm(edges[place + 1])} cm`).join(", ") },
      ...counts.map((count, place) => el("i", { title: `${cm(edges[place])} to ${cm(edges[place + 1])} cm: ${count} runs`, style: { height: `${(100 * count) / most}%` } }))),
    el("div", { class: "axis" }, el("span", {}, cm(edges[0])), el("span", {}, cm(edges.at(-1)))));
}

// A thing is moved along a level plane through where it was taken hold of.
const ray = new Raycaster();
function onPlane(event, pane, height) {
  const box = pane.root.getBoundingClientRect();
  camera.aspect = box.width / box.height;
  camera.updateProjectionMatrix();
  ray.setFromCamera(new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2), camera);
  return ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -height), new Vector3());
}

byId("panes").addEventListener("pointerdown", (event) => {
  if (!event.shiftKey || !event.isPrimary || event.button !== 0) return;
  const pane = paneAt(event.clientX), name = event.target.closest("button[data-id]")?.dataset.id;
  // By its name as well as by itself.
  const taken = name ? pane?.named().map(({ id, top }) => ({ id, height: top })).find(({ id }) => id === name) : pane?.pick(event.clientX, event.clientY);
  if (!taken || !now.things.some(([name]) => name === taken.id)) return;
  event.stopPropagation();
  event.preventDefault();
  choose(taken.id);
  const mark = el("div", { class: "dragged" }, taken.id), from = onPlane(event, pane, taken.height);
  document.body.append(mark);
  const follow = (moved) => mark.style.setProperty("transform", `translate(${moved.clientX + 12}px, ${moved.clientY + 8}px)`);
  const drop = (end) => {
    window.removeEventListener("pointermove", follow);
    mark.remove();
    const to = onPlane(end, pane, taken.height);
    if (end.type === "pointerup" && from && to && Math.hypot(end.clientX - event.clientX, end.clientY - event.clientY) > DRAG_PX) {
      ask({ move: taken.id, by: [to.x - from.x, to.y - from.y] });
    }
  };
  follow(event);
  window.addEventListener("pointermove", follow);
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, drop, { once: true });
}, true);
