// The canvas behind all panes: a picture when something is new, one at a time, and as fine as the machine draws in time.
import { WebGLRenderer } from "three";
import { byId, el } from "./dom.js";
import { shared } from "./materials.js";

// Pictures that take longer are drawn without detail, then coarser, and finer again when they take this little.
const SLOW_MS = 45, QUICK_MS = 16, QUICK_ONES = 30, STEP = 0.85, COARSEST = 0.5;
const STILL_MS = 250, POLL_MS = 3;
// Without a graphics card movements are smoothed only where updates are this far apart and pictures cost little.
const SMOOTH_MS = 90, LONGEST_MS = 400, CHEAP_MS = 20;

export const software = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer());
// Without a graphics card edges are not smoothed while things move, but drawn finer once they rest.
const finest = () => Math.min(devicePixelRatio, 2) * (software ? 1.5 : 1);
const usual = () => (software ? 1 : finest());

const canvas = el("canvas", { id: "canvas", "aria-hidden": "true" });
const drawing = new WebGLRenderer({ canvas, antialias: !software, stencil: false, powerPreference: "high-performance" });
drawing.autoClear = false;
drawing.setScissorTest(true);
byId("panes").append(canvas);

let panes = [], share = 1, detailed = true, quick = 0, busy = false, due = false, still = 0, asked = 0;
let begun = 0, lasts = 0, last = 0, cost = 0;
let waiting = [];
let ratio = 0, whole = false;
// Updates that came and that were drawn, pictures drawn at all.
export const counts = { told: 0, drawn: 0, pictures: 0 };
let fresh = false;
let overlay = () => {};
// Names and badges move with every picture.
export const onPainted = (act) => { overlay = act; };

function renderer() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}

export function setPanes(given) {
  panes = given;
  repaint();
}

// Something is new: poses that were told go from where things were to where they are.
export function arrived() {
  const now = performance.now();
  const since = now - last;
  [last, begun, fresh] = [now, now, true];
  counts.told++;
  lasts = since < LONGEST_MS && (!software || (since > SMOOTH_MS && cost < CHEAP_MS)) ? since : 0;
  shared.mixing.value = lasts ? 0 : 1;
  repaint();
}

export const mixed = () => shared.mixing.value;

export function repaint() {
  due = true;
  if (!asked && !busy) asked = requestAnimationFrame(() => { asked = 0; paint(usual() * share, detailed); });
}

// Calls back once everything that is new can be seen.
export function whenPainted(act) {
  waiting.push(act);
  repaint();
}

export const isPainting = () => busy || due || asked !== 0;
// Whether what is seen is all there is to see, as fine as it gets.
export const isWhole = () => whole && !isPainting();

function paint(fineness, withDetail) {
  const { clientWidth: width, clientHeight: height } = byId("panes");
  [due, busy] = [false, true];
  clearTimeout(still);
  whole = withDetail && fineness >= finest();
  shared.detail = withDetail;
  const started = performance.now();
  if (lasts) shared.mixing.value = Math.min((started - begun) / lasts, 1);
  if (fineness !== ratio || canvas.clientWidth !== width || canvas.clientHeight !== height || canvas.width === 300) {
    drawing.setPixelRatio(ratio = fineness);
    drawing.setSize(width, height);
  }
  const told = waiting;
  waiting = [];
  for (const pane of panes) pane.draw(drawing, height);
  counts.pictures++;
  if (fresh) counts.drawn++;
  fresh = false;
  overlay();
  const gl = drawing.getContext(), fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const look = () => {
    const state = gl.clientWaitSync(fence, 0, 0);
    if (state === gl.TIMEOUT_EXPIRED && performance.now() - started < 2000) return setTimeout(look, POLL_MS);
    gl.deleteSync(fence);
    busy = false;
    adapt(performance.now() - started);
    for (const act of told) act();
    if (due || shared.mixing.value < 1 || waiting.length) repaint();
    else if (!whole) still = setTimeout(() => !busy && !asked && paint(finest(), true), STILL_MS);
    return null;
  };
  setTimeout(look, 0);
}

function adapt(took) {
  cost = took;
  // The one picture drawn in full after a while of rest may take its time.
  if (whole && (!detailed || ratio > usual())) return;
  quick = took < QUICK_MS ? quick + 1 : 0;
  if (took > SLOW_MS) {
    if (detailed) detailed = false;
    else share = Math.max(share * STEP, COARSEST);
  } else if (quick > QUICK_ONES && !(detailed && share === 1)) {
    quick = 0;
    if (share < 1) share = Math.min(share / STEP, 1);
    else detailed = true;
  }
}

new ResizeObserver(repaint).observe(byId("panes"));
