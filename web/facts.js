// The table of what holds: newest on top, found by typing, a click shows what it is about.
import { byId, el, isWrong, seconds } from "./dom.js";
import { isOpen, panel } from "./panel.js";
import { choose, now, onView, show, view } from "./store.js";

const SHOWN = 250;
// Said the other way round, by the fact that is told instead.
const INVERSE = { isBelow: "isAbove", isUnder: "isOn", contains: "isIn", behind: "inFrontOf", rightOf: "leftOf", isSeenBy: "sees", hasInHand: "isHeldBy" };
const SYMMETRIC = new Set(["isNextTo", "near", "farFrom", "isPerceiving"]);
// Where everything that does not move stands to everything else is no news.
const ARRANGED = new Set(["isAbove", "isBelow", "inFrontOf", "behind", "leftOf", "rightOf", "isNextTo", "near", "farFrom"]);
let rows = new Map(), unfolded = false;

const chooser = (id, label, all) => el("select", { id, "aria-label": label, onchange: () => draw() }, el("option", { value: "" }, all));

panel({ id: "facts", title: "Facts", draw, build: (root) => root.append(
  el("div", { class: "bar" }, el("input", { id: "search", type: "search", placeholder: "Find: cup isOn …", "aria-label": "Search facts", oninput: draw }),
    el("select", { id: "model", "aria-label": "Whose facts", onchange: (event) => show({ model: event.target.value }) })),
  el("div", { class: "filters" }, chooser("relation", "Which relation", "every relation"), chooser("about", "About whom", "everybody and everything")),
  el("p", { id: "fact-count", class: "quiet", "aria-live": "polite" }),
  el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Facts" }, el("table", { id: "fact-table" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Fact"), el("th", { scope: "col" }, "since"))), el("tbody", {})))) });

export function takeFacts(news) {
  if (news.whole) rows = new Map();
  for (const key of news.gone ?? []) rows.delete(key);
  for (const [key, [subject, predicate, object, since, confidence, why]] of Object.entries(news.rows)) {
    rows.set(key, { key, subject, predicate, object, since, confidence, why });
  }
  if (isOpen("facts")) draw();
}

// Whether a fact only repeats another one, or tells how what never moves is arranged.
function folds(fact, things) {
  const other = INVERSE[fact.predicate];
  if (other && rows.has(key(fact.object, other, fact.subject))) return true;
  if (SYMMETRIC.has(fact.predicate) && fact.subject > fact.object && rows.has(key(fact.object, fact.predicate, fact.subject))) return true;
  return ARRANGED.has(fact.predicate) && !things.has(fact.subject) && !things.has(fact.object);
}

const key = (subject, predicate, object) => `${subject}\u001f${predicate}\u001f${object}`;

function offer(id, values) {
  const select = byId(id), chosen = select.value, known = [...select.options].slice(1).map((each) => each.value);
  if (known.join() === values.join()) return;
  select.replaceChildren(select.options[0], ...values.map((each) => el("option", { value: each }, each)));
  select.value = values.includes(chosen) ? chosen : "";
}

function matches(fact, words) {
  const text = `${fact.subject} ${fact.predicate} ${fact.object ?? ""} ${fact.why}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function draw() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...rows.values()], things = new Set(now.things.map(([name]) => name));
  offer("relation", [...new Set(all.map((fact) => fact.predicate))].sort());
  offer("about", [...new Set(all.flatMap((fact) => [fact.subject, fact.object]).filter((name) => typeof name === "string"))].sort());
  const relation = byId("relation").value, about = byId("about").value;
  const found = all.filter((fact) => (!relation || fact.predicate === relation) && (!about || fact.subject === about || fact.object === about) && matches(fact, words))
    .sort((one, other) => other.since - one.since || (one.key < other.key ? -1 : 1));
  const narrowed = words.length || relation || about;
  const folded = narrowed ? [] : found.filter((fact) => folds(fact, things)), hidden = new Set(unfolded ? [] : folded);
  const told = found.filter((fact) => !hidden.has(fact));
  const fold = el("tr", { class: "fold" }, el("td", { colSpan: 2 }, el("button", { id: "unfold", "aria-expanded": unfolded, onclick: () => { unfolded = !unfolded; draw(); } },
    unfolded ? "Fold what is said twice or never changes" : `and ${folded.length} more: said the other way round, or about what never moves`)));
  byId("fact-table").tBodies[0].replaceChildren(...told.slice(0, SHOWN).map(row), ...(folded.length ? [fold] : []));
  const more = told.length > SHOWN ? `, the newest ${SHOWN} shown; type to narrow` : "";
  byId("fact-count").textContent = rows.size === 0 ? "Nothing holds at this instant."
    : narrowed ? `${found.length} of ${rows.size} facts${more}` : `${rows.size} ${rows.size === 1 ? "fact holds" : "facts hold"}${more}`;
}

function row(fact) {
  const chosen = view.chosen.length > 0 && [fact.subject, fact.object].every((name) => typeof name !== "string" || view.chosen.includes(name));
  const fresh = now.playing && now.at - fact.since < 1.2 && now.at >= fact.since;
  const doubt = fact.confidence < 0.995 ? ` · ${Math.round(100 * fact.confidence)} % sure` : "";
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

onView((changes) => {
  if ("model" in changes) byId("model").value = view.model ?? "stable";
});
