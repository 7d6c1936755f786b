// Buttons along the top and the bottom.
import { reset } from "./camera.js";
import { byId, el, worldName, worldTint } from "./dom.js";
import { now, onView, send, show, shownIn, view } from "./store.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10];

export function showWorlds() {
  byId("worlds").hidden = view.panes.length > 1;
  byId("worlds").replaceChildren(...now.worlds.map((name, index) => el("button", { class: "chip", "data-world": name,
    style: { "--tint": worldTint(name) }, "aria-pressed": shownIn(0).includes(name), title: `Show or hide (${index + 1})`,
    onclick: () => toggleWorld(name) }, worldName(name))));
}

export function toggleWorld(name) {
  if (!name) return;
  const shown = shownIn(0);
  const next = shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
  if (next.length) show({ panes: [next, ...view.panes.slice(1)] });
}

export function split() {
  const second = view.agent && now.worlds.includes(view.agent) ? [view.agent]
    : now.worlds.filter((name) => name.startsWith("source/")).slice(0, 1);
  show({ panes: view.panes.length > 1 ? [view.panes[0]] : [["stable"], second.length ? second : ["merged"]] });
}

export function faster(by) {
  const place = SPEEDS.findIndex((speed) => speed >= now.speed);
  send("play", { playing: true, speed: SPEEDS[Math.min(Math.max((place < 0 ? 3 : place) + by, 0), SPEEDS.length - 1)] });
}

export function turn(by) {
  if (now.chapters.length > 1) send("turn", { chapter: (now.chapter + by + now.chapters.length) % now.chapters.length });
}

export function showChapters(chapters) {
  now.chapters = chapters;
  const select = byId("chapter");
  select.replaceChildren(...chapters.map(([name], index) => el("option", { value: index }, name)));
  select.hidden = chapters.length < 2;
  showChapter();
}

export function showChapter() {
  const [name, sentence] = now.chapters?.[now.chapter] ?? ["", ""];
  byId("chapter").value = now.chapter;
  byId("sentence").textContent = sentence;
  byId("run").textContent = now.chapters?.length === 1 ? name : "";
  document.title = name ? `${name} · Midworld` : "Midworld";
}

export function showTime() {
  byId("tstamp").textContent = now.at.toFixed(2);
  byId("stop").textContent = `${now.stop.toFixed(1)} s${now.complete ? "" : " so far"}`;
  const play = byId("play");
  play.textContent = now.playing ? "❚❚" : "▶";
  play.setAttribute("aria-label", now.playing ? "Pause" : "Play");
  if (document.activeElement !== byId("speed")) byId("speed").value = String(now.speed);
  byId("live").hidden = now.complete;
  byId("live").setAttribute("aria-pressed", now.following);
}

byId("play").addEventListener("click", () => send("play", { playing: !now.playing, speed: now.speed }));
byId("back").addEventListener("click", () => send("step", { ticks: -1 }));
byId("forward").addEventListener("click", () => send("step", { ticks: 1 }));
byId("speed").addEventListener("change", (event) => send("play", { playing: now.playing, speed: Number(event.target.value) }));
byId("live").addEventListener("click", () => send("follow"));
byId("split").addEventListener("click", split);
byId("chapter").addEventListener("change", (event) => send("turn", { chapter: Number(event.target.value) }));
byId("missing-seen").addEventListener("click", () => { byId("missing").hidden = true; });
byId("aim").addEventListener("click", reset);
byId("help").addEventListener("click", () => byId("keys").showModal());
byId("options").addEventListener("click", () => {
  const box = byId("option-box");
  box.hidden = !box.hidden;
  byId("options").setAttribute("aria-expanded", !box.hidden);
});
byId("theme").addEventListener("click", () => {
  localStorage.setItem("midworld-dark", view.dark ? "0" : "1");
  show({ dark: !view.dark });
});
byId("trails").addEventListener("change", (event) => show({ trails_s: Number(event.target.value) }));
for (const box of document.querySelectorAll("[data-option]")) {
  box.addEventListener("change", () => show({ [box.dataset.option]: box.checked }));
}

export function adapt() {
  document.documentElement.classList.toggle("dark", view.dark);
  byId("split").setAttribute("aria-pressed", view.panes.length > 1);
  byId("trails").value = String(view.trails_s);
  for (const box of document.querySelectorAll("[data-option]")) box.checked = view[box.dataset.option];
  showWorlds();
}

onView(adapt);
