// What was said: every word that was taken for something is a button that shows for what, and why.
import { byId, el, seconds } from "./dom.js";
import { panel } from "./panel.js";
import { choose } from "./store.js";

const ROLES = { thing: "stands for", deed: "is the deed", relation: "is the relation", quality: "is the quality", unknown: "was not understood" };
let said = [];
let opened = null;

const made = panel({ id: "talk", title: "Talk", hidden: true, draw,
  take: (news) => { said = news; made.tab.hidden = !said.length; },
  build: (root) => root.append(el("div", { id: "talk-body", class: "scroll", tabIndex: 0 })) });

function draw() {
  const body = byId("talk-body");
  const atEnd = body.scrollTop + body.clientHeight >= body.scrollHeight - 8;
  body.replaceChildren(...said.map(([at, exchange], number) => turn(at, exchange, number)));
  if (atEnd) body.scrollTop = body.scrollHeight;
}

function turn(at, { utterance, words }, number) {
  const reply = [utterance.answer, utterance.ask].filter(Boolean).join(" ");
  const taken = opened?.number === number ? words[opened.word] : null;
  return el("div", { class: "card said" },
    el("h4", {}, utterance.speaker, el("span", { class: "quiet" }, ` at ${seconds(at)}, ${utterance.act}`)),
    el("p", {}, ...marked(utterance.heard, words, number)),
    taken ? el("p", { class: "taken", role: "status" }, `“${taken.words}” ${ROLES[taken.role]} ${taken.taken}${taken.why ? ` (${taken.why})` : ""}`) : null,
    reply ? el("p", { class: "reply" }, reply) : null);
}

// The sentence with its words as buttons; of words within others both can be clicked, the longer where no shorter is.
function marked(text, words, number) {
  const parts = [];
  let place = 0;
  const edges = [...new Set([0, text.length, ...words.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  for (const edge of edges.slice(1)) {
    const from = place;
    const over = words.map((each, word) => ({ ...each, word })).filter(({ start, end }) => start <= from && edge <= end);
    over.sort((a, b) => a.end - a.start - (b.end - b.start));
    const piece = text.slice(from, edge);
    parts.push(over.length ? el("button", { class: `word ${over[0].role}`, "aria-pressed": opened?.number === number && opened.word === over[0].word,
      onclick: () => tellOf(number, over[0]) }, piece) : piece);
    place = edge;
  }
  return parts;
}

function tellOf(number, { word, role, taken }) {
  opened = opened?.number === number && opened.word === word ? null : { number, word };
  const things = role === "thing" ? taken.split(" ") : [];
  if (things.length) choose(...things);
  draw();
}
