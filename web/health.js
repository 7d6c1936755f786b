// Whether the run keeps up.
import { byId, el } from "./dom.js";
import { panel } from "./panel.js";

let health = null;

panel({ id: "health", title: "Health", take: (news) => { health = news; }, draw,
  build: (root) => root.append(el("div", { id: "health-body", class: "scroll", tabIndex: 0 })) });

function draw() {
  if (!health) return;
  const figure = (value, words) => el("div", {}, el("b", {}, value), el("span", { class: "quiet" }, words));
  const most = Math.max(...health.stages.map((stage) => stage.median_ms), 0.001);
  const parts = [
    el("div", { class: "figures" },
      figure(`${health.hertz} Hz`, "ticks"), figure(health.stages.length ? `${health.tick_ms} ms` : "–", "a tick takes"),
      figure(`${health.late} of ${health.late_of}`, "ticks came late"), figure(String(health.ticks), "ticks so far")),
    el("div", { class: "card", id: "sources" }, el("h4", {}, "Sources"), ...(health.sources.length ? health.sources.map((source) =>
      el("h3", {}, source.name, el("span", { class: `state ${source.stale ? "stale" : "perceived"}` },
        source.stale ? `silent for ${source.age_s} s` : `${source.hertz} Hz, ±${source.noise_mm} mm, ${Math.round(100 * source.lost)} % lost`))) : [el("p", { class: "quiet" }, "No source has spoken yet.")])),
    health.stages.length ? el("div", { class: "card", id: "stages" }, el("h4", {}, "Cost per stage (median, worst)"), ...health.stages.map((stage) =>
      el("div", {}, `${stage.name}: ${stage.median_ms} ms, ${stage.worst_ms} ms`,
        el("div", { class: "meter" }, el("i", { style: { width: `${(100 * stage.median_ms) / most}%` } }))))) : null,
    ...health.notes.map((note) => el("p", { class: "quiet" }, note))];
  byId("health-body").replaceChildren(...parts.filter(Boolean));
}
