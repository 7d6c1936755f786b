// The conversation with the server: what it tells goes to the panes and panels, what one wants goes back.
import { arrived, missing, remember, wanted as asked } from "./address.js";
import { aim } from "./camera.js";
import { byId } from "./dom.js";
import { adapt, showChapter, showChapters, showTime, showWorlds } from "./controls.js";
import { showModels, takeFacts } from "./facts.js";
import { showAgents, takeMind } from "./minds.js";
import { takeCards } from "./things.js";
import { takePlans } from "./plan.js";
import "./whatif.js";
import "./health.js";
import "./talk.js";
import { drawPanels, open as openPanel, takeNews, tickPanels } from "./panel.js";
import { clearPanes, isDrawn, showNote, takePanes, titles } from "./panes.js";
import { counts, isPainting, whenPainted } from "./stage.js";
import { connect, now, onView, send, show, tell, view } from "./store.js";
import { clearMarks, takeMarks, tick } from "./timeline.js";
import { unpack } from "./wire.js";
import { takeWrong } from "./wrong.js";
import "./keys.js";

const RETRY_MS = 1000;
// Where to go on after the server was started anew; at first, where the address says.
let resume = { at: asked.at, playing: asked.playing, speed: asked.speed, chapter: -1, following: asked.at === null };

function open() {
  const socket = new WebSocket(`ws://${location.host}/`);
  socket.binaryType = "arraybuffer";
  connect(socket);
  socket.onopen = () => {
    banner("");
    clearPanes();
    tell();
    if (resume.chapter > 0) send("turn", { chapter: resume.chapter });
    wanted = resume.following ? null : resume;
  };
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") return hello(JSON.parse(data));
    const { message, arrays } = unpack(data);
    take(message, arrays);
    // The next frame comes when this one can be seen.
    return whenPainted(() => send("ack", { frame: message.number }));
  };
  socket.onclose = (event) => {
    if (now.started) resume = { at: now.at, playing: now.playing, speed: now.speed, chapter: now.chapter, following: now.following };
    banner(event.reason || "The viewer does not answer. Is it still running? Trying again…");
    setTimeout(open, RETRY_MS);
  };
}

// A server may still be reading: go there once it is as far.
let wanted = null;

function hello(message) {
  showChapters(message.chapters);
  takePlans(message.plans);
  const scene = message.chapters.findIndex(([name]) => name === asked.scene);
  if (scene > 0 && resume.chapter < 0) send("turn", { chapter: scene });
}

function take(frame, arrays) {
  const turned = frame.chapter !== now.chapter;
  if (turned) {
    clearPanes();
    clearMarks();
  }
  for (const name of ["at", "stop", "playing", "speed", "following", "complete", "chapter", "stamp"]) now[name] = frame[name];
  if (turned) showChapter();
  if (frame.worlds) {
    now.worlds = frame.worlds;
    showWorlds();
    titles();
  }
  if (frame.models) showModels((now.models = frame.models));
  if (frame.agents) {
    now.agents = frame.agents;
    showAgents();
  }
  if (frame.panels) takeNews(frame.panels);
  if (frame.wrong) takeWrong(frame.wrong);
  if (frame.facts) takeFacts(frame.facts);
  if (frame.marks) takeMarks(frame.marks);
  if (frame.aim) aim(...frame.aim, frame.chapter);
  if (frame.panes) takePanes(frame.panes, arrays);
  if (frame.mind) takeMind(frame.mind);
  if (frame.cards) takeCards(frame.cards);
  const blank = frame.ticks === 0;
  showNote(frame.sentence ?? "", blank);
  banner(blank ? "" : frame.sentence ?? "");
  showTime();
  tickPanels();
  tick();
  if (!blank && !now.started) begin();
  if (wanted && (now.stop >= wanted.at || now.complete)) {
    const place = wanted;
    wanted = null;
    // Paused first: a clock that runs on would leave the place that was asked for.
    send("play", { playing: place.playing, speed: place.speed });
    send("seek", { at: place.at });
  }
  if (now.started && !wanted && !checked && arrived()) check();
  remember();
  document.body.dataset.ready = "yes";
}

function begin() {
  now.started = true;
  if (asked.panel) openPanel(asked.panel);
}

// Once it is where the address wanted it: what that asked for in vain is said, and shown no more.
let checked = false;

function check() {
  checked = true;
  const said = missing(isDrawn, !asked.panel || openPanel(asked.panel));
  byId("missing").hidden = !said;
  byId("missing").firstElementChild.textContent = said;
}

function banner(text) {
  byId("banner").hidden = !text;
  byId("banner").textContent = text;
}

document.addEventListener("visibilitychange", () => show({ hidden: document.hidden }));
onView((changes) => ("chosen" in changes || "agent" in changes) && drawPanels());
// For notebooks and tests: what the page shows, and how to show something else.
window.midworld = { view, now, show, send, isPainting, counts };
adapt();
open();
