// The conversation with the server: what it tells goes to the panels, what one wants goes back.
import { byId } from "./dom.js";
import { adapt, showChapter, showChapters, showTab, showTime, showWorlds } from "./controls.js";
import { draw as drawFacts, showModels, takeFacts } from "./facts.js";
import { takeHealth } from "./health.js";
import { showAgents, takeMind } from "./minds.js";
import { openPanes, showLabels, showNote, titles, whenPainted } from "./panes.js";
import { draw as drawPlan, takePlans } from "./plan.js";
import { choose, connect, now, onView, send, show, tell } from "./store.js";
import { draw as drawThings, takeCards } from "./things.js";
import { takeMarks, tick } from "./timeline.js";
import "./keys.js";

const RETRY_MS = 1000, PANES_MS = 20;
// Where to go on after the server was started anew.
let resume = null;

function open() {
  const socket = new WebSocket(`ws://${location.host}/`);
  connect(socket);
  socket.onopen = () => {
    banner("");
    tell();
    if (resume) {
      if (resume.chapter) send("turn", { chapter: resume.chapter });
      if (!resume.following) waitFor(resume);
    }
  };
  socket.onmessage = (event) => told(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (now.started) resume = { at: now.at, playing: now.playing, speed: now.speed, chapter: now.chapter, following: now.following };
    banner(event.reason || "The viewer does not answer. Is it still running? Trying again…");
    setTimeout(open, RETRY_MS);
  };
}

// A server that was started anew may still be reading: go back once it is as far.
let wanted = null;
function waitFor(place) {
  wanted = place;
}

function told(message) {
  if (message.type === "hello") {
    showChapters(message.chapters);
    takePlans(message.plans);
  }
  else if (message.type === "panes") openPanes(message.ports);
  else if (message.type === "picked") {
    choose(message.id);
    showTab("tab-thing");
  } else if (message.type === "frame") {
    take(message);
    // The next frame comes when this one can be seen. What viser is told arrives a little later than this.
    setTimeout(() => whenPainted(() => send("ack", { frame: message.number })), PANES_MS);
  }
}

function take(frame) {
  const turned = frame.chapter !== now.chapter;
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
  if (frame.things) {
    now.things = frame.things;
    drawThings();
  }
  if (frame.facts) takeFacts(frame.facts);
  if (frame.marks) takeMarks(frame.marks);
  if (frame.labels) showLabels(frame.labels);
  if (frame.mind) takeMind(frame.mind);
  if (frame.cards) takeCards(frame.cards);
  if (frame.health) takeHealth(frame.health);
  const blank = frame.ticks === 0;
  showNote(frame.sentence ?? "", blank);
  banner(blank ? "" : frame.sentence ?? "");
  showTime();
  drawPlan();
  tick();
  now.started = now.started || !blank;
  if (wanted && (now.stop >= wanted.at || now.complete)) {
    const place = wanted;
    wanted = null;
    send("seek", { at: place.at });
    send("play", { playing: place.playing, speed: place.speed });
  }
  document.body.dataset.ready = "yes";
}

function banner(text) {
  byId("banner").hidden = !text;
  byId("banner").textContent = text;
}

document.addEventListener("visibilitychange", () => show({ hidden: document.hidden }));
onView((changes) => {
  if (Object.keys(changes).length === 0) {
    drawFacts();
    drawThings();
    drawPlan();
  }
});
adapt();
open();
