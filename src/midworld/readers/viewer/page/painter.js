// Between viser and its canvas: a picture only when there is something new, one at a time, and as fine as the machine
// draws in good time; once nothing moves, as fine as it can be.
(() => {
  // Pictures that take longer are drawn coarser, and finer again when they take this little.
  const SLOW_MS = 40, QUICK_MS = 15, QUICK_ONES = 40, STEP = 0.85, COARSEST = 0.7;
  const STILL_MS = 500, POLL_MS = 4;
  // A canvas that changes its size just after a press loses the drag that follows.
  const PRESS_MS = 250;
  // After a slow picture the machine gets this share of its time for other work.
  const REST = 0.3;
  // Without a graphics card edges are not smoothed while things move, but drawn finer once they rest.
  const bare = withoutCard(), FINEST = bare ? 1.5 : 1;
  let arrived = false, ready = false, pointed = false, pressed = -PRESS_MS;
  let busy = false, due = false;
  // Whether something new has come that cannot be seen yet.
  Object.defineProperty(window, "painting", { get: () => busy || due || ready || arrived });

  function withoutCard() {
    const gl = document.createElement("canvas").getContext("webgl2");
    const info = gl?.getExtension("WEBGL_debug_renderer_info");
    const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  }

  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => { if (data.type === "message_batch") arrived = true; });
    }
  };
  // What the pointer is over is marked.
  for (const kind of ["pointermove", "pointerdown", "pointerup", "pointerout"]) addEventListener(kind, () => { pointed = true; }, true);
  addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
  const context = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, wanted) {
    return context.call(this, kind, kind === "webgl2" ? { ...wanted, antialias: !bare, preserveDrawingBuffer: false } : wanted);
  };

  // Three.js shows what it makes to whoever listens here.
  window.__THREE_DEVTOOLS__ = new EventTarget();
  window.__THREE_DEVTOOLS__.addEventListener("observe", ({ detail }) => { if (detail.isWebGLRenderer) govern(detail); });

  function govern(renderer) {
    const gl = renderer.getContext(), draw = renderer.render.bind(renderer), setRatio = renderer.setPixelRatio.bind(renderer);
    const seen = new Float64Array(32);
    let scene, camera, fine = renderer.getPixelRatio(), ratio = fine, share = 1, aim = 1, quick = 0, free = 0, waiting = 0, still = 0;

    // viser asks for pictures without end; what a message changes is there in the one after that which took it in.
    renderer.render = (...given) => {
      if (renderer.getRenderTarget() !== null) return draw(...given);
      [scene, camera] = given;
      // Whoever asks where things are relies on this, drawn or not.
      scene.updateMatrixWorld();
      camera.updateMatrixWorld();
      const turned = moved();
      if (ready || (turned && performance.now() - pressed > PRESS_MS)) aim = share;
      due = turned || ready || pointed || due;
      [ready, arrived, pointed] = [arrived, false, false];
      if (due) paint(aim);
    };
    const setSize = renderer.setSize.bind(renderer);
    renderer.setSize = (...given) => {
      setSize(...given);
      due = true;
    };
    renderer.setPixelRatio = (value) => {
      setRatio(fine = ratio = value);
      due = true;
    };

    function moved() {
      const now = [...camera.matrixWorld.elements, ...camera.projectionMatrix.elements];
      const same = now.every((value, index) => value === seen[index]);
      if (!same) seen.set(now);
      return !same;
    }

    function paint(fineness) {
      const begun = performance.now();
      if (busy) return;
      if (begun < free) return later(free - begun);
      aim = fineness;
      if (ratio !== fine * fineness) setRatio(ratio = fine * fineness);
      [due, busy] = [false, true];
      clearTimeout(still);
      draw(scene, camera);
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      const look = () => {
        if (fence && !gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return setTimeout(look, POLL_MS);
        gl.deleteSync(fence);
        painted(performance.now() - begun, fineness);
      };
      setTimeout(look, POLL_MS);
    }

    function painted(took, fineness) {
      busy = false;
      if (fineness <= 1) adapt(took);
      free = took > QUICK_MS ? performance.now() + REST * took : 0;
      if (due) later(free - performance.now());
      else if (fineness < FINEST) still = setTimeout(() => paint(FINEST), STILL_MS);
    }

    function later(ms) {
      clearTimeout(waiting);
      waiting = setTimeout(() => due && paint(aim), Math.max(ms, 0));
    }

    function adapt(took) {
      quick = took < QUICK_MS ? quick + 1 : 0;
      if (took > SLOW_MS) share = Math.max(share * STEP, COARSEST);
      else if (quick > QUICK_ONES) [share, quick] = [Math.min(share / STEP, 1), 0];
    }
  }
})();
