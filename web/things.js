// Everything that moves, and what is chosen in full.
import { byId, el, worldName } from "./dom.js";
import { instant, isOpen, panel } from "./panel.js";
import { choose, now, view } from "./store.js";

let cards = [];

panel({ id: "things", title: "Things", take: (news) => { now.things = news; }, draw,
  build: (root) => root.append(el("div", { id: "cards", class: "scroll", tabIndex: 0 })) });

export function takeCards(news) {
  cards = news;
  if (isOpen("things")) draw();
}

function draw() {
  const known = new Set(cards.map((card) => card.id));
  const lost = view.chosen.filter((name) => !known.has(name) && now.things.length);
  byId("cards").replaceChildren(...cards.map(full),
    ...lost.map((name) => el("p", { class: "quiet" }, `${name} is not in this world at this instant.`)), list());
}

function full(card) {
  const place = card.position ? card.position.map((number) => number.toFixed(3)).join("  ") : "not known";
  const doubt = card.doubt_m > 0.001 ? ` ± ${(100 * card.doubt_m).toFixed(1)} cm` : "";
  return el("div", { class: "card", "data-card": card.id },
    el("h3", {}, card.id, card.status ? el("span", { class: `state ${card.status}` }, card.status) : null),
    el("p", { class: "quiet" }, [card.title !== card.id ? card.title : "", card.what].filter(Boolean).join(" · ")),
    el("p", { class: "explanation" }, card.explanation),
    el("p", { class: "quiet" }, `At ${place} m${doubt}`),
    ...section("What holds", card.facts.map(([subject, predicate, object, since]) =>
      el("li", {}, instant(since), `${subject} ${predicate} ${object === true || object === null ? "" : object}`))),
    ...section("History", card.history.map(([at, text]) => el("li", {}, instant(at), text))),
    ...section("In other worlds", card.elsewhere.map((each) =>
      el("li", {}, `${worldName(each.world)}: ${each.status}, ${each.metres < 0.0015 ? "the same place" : `${(100 * each.metres).toFixed(1)} cm away`}`))));
}

const section = (title, items) => (items.length ? [el("h4", {}, title), el("ul", {}, ...items)] : []);

function list() {
  const rows = now.things.slice(0, 300).map(([name, status, where]) =>
    el("button", { class: view.chosen.includes(name) ? "chosen" : "", "data-thing": name, onclick: () => choose(name) },
      el("span", {}, name, " ", el("span", { class: "quiet" }, where)), el("span", { class: `state ${status}` }, status)));
  const more = now.things.length - rows.length;
  return el("div", { class: "list" }, ...rows, more > 0 ? el("p", { class: "quiet" }, `and ${more} more`) : null,
    rows.length ? null : el("p", { class: "quiet" }, "Nothing that moves has been seen yet."));
}
