// The table of what holds: newest on top, found by typing, a click shows what it is about.
import { byId, el, isWrong, seconds } from "./dom.js";
import { choose, now, onView, show, view } from "./store.js";

const SHOWN = 250;
let rows = new Map();
let dirty = false;

export function takeFacts(news) {
  if (news.whole) rows = new Map();
  for (const key of news.gone ?? []) rows.delete(key);
  for (const [key, [subject, predicate, object, since, confidence, why]] of Object.entries(news.rows)) {
    rows.set(key, { key, subject, predicate, object, since, confidence, why });
  }
  draw();
}

function matches(fact, words) {
  const text = `${fact.subject} ${fact.predicate} ${fact.object ?? ""} ${fact.why}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function draw() {
  if (byId("facts").hidden) {
    dirty = true;
    return;
  }
  dirty = false;
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...rows.values()].filter((fact) => matches(fact, words))
    .sort((one, other) => other.since - one.since || (one.key < other.key ? -1 : 1));
  byId("fact-table").tBodies[0].replaceChildren(...found.slice(0, SHOWN).map(row));
  const more = found.length > SHOWN ? `, the newest ${SHOWN} shown; type to narrow` : "";
  byId("fact-count").textContent = rows.size === 0 ? "Nothing holds at this instant."
    : words.length ? `${found.length} of ${rows.size} facts${more}` : `${rows.size} ${rows.size === 1 ? "fact holds" : "facts hold"}${more}`;
}

function row(fact) {
  const chosen = view.chosen.length > 0 && [fact.subject, fact.object].every((name) => typeof name !== "string" || view.chosen.includes(name));
  const fresh = now.playing && now.at - fact.since < 1.2 && now.at >= fact.since;
  const doubt = fact.confidence < 1 ? ` · ${Math.round(100 * fact.confidence)} % sure` : "";
  return el("tr", { class: `${chosen ? "chosen" : ""} ${fresh ? "new" : ""}`, tabIndex: 0, "data-key": fact.key,
    onclick: () => choose(fact.subject, typeof fact.object === "string" ? fact.object : null),
    onkeydown: (event) => event.key === "Enter" && choose(fact.subject, typeof fact.object === "string" ? fact.object : null) },
  el("td", { class: isWrong(fact.predicate) ? "wrong" : "" }, el("div", {}, fact.subject, " ", el("span", { class: "predicate" }, fact.predicate),
    " ", fact.object === null || fact.object === true ? "" : String(fact.object)),
  fact.why || doubt ? el("div", { class: "why" }, `${fact.why}${doubt}`) : null),
  el("td", {}, seconds(fact.since)));
}

export function showModels(models) {
  const select = byId("model");
  select.replaceChildren(...models.map(([world, name]) =>
    el("option", { value: world }, world === "stable" ? `${name} knows` : `${name} believes`)));
  select.value = view.model ?? "stable";
  select.hidden = models.length < 2;
}

byId("search").addEventListener("input", draw);
byId("model").addEventListener("change", (event) => show({ model: event.target.value }));
onView((changes) => {
  if ("model" in changes) byId("model").value = view.model ?? "stable";
  if ("chosen" in changes || dirty) draw();
});
