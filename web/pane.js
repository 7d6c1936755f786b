// One pane: the things and lines it shows, and where in it everything is.
import { Mesh, Raycaster, Scene, Vector2, Vector3 } from "three";
import { camera } from "./camera.js";
import { Instances } from "./instances.js";
import { DETAIL, shared } from "./materials.js";
import { addMesh, model } from "./models.js";
import { Segments } from "./segments.js";
import { mixed } from "./stage.js";
import { view } from "./store.js";

const PAPER = { light: 0xf3f4f6, dark: 0x1f2227 };
const UNPICKED_M = 0.02;
const ray = new Raycaster(), proxy = new Mesh();

export class Pane {
  constructor(root) {
    this.root = root;
    this.scenes = { plain: new Scene(), through: new Scene() };
    this.batches = new Map();
    this.lines = new Map();
    this.floor = null;
  }

  take(news, arrays) {
    for (const [name, [vertices, faces]] of Object.entries(news.models ?? {})) addMesh(name, arrays.floats(vertices), arrays.numbers(faces));
    for (const each of this.batches.values()) each.settle(mixed());
    for (const key of news.gone ?? []) this.drop(key);
    for (const [key, told] of Object.entries(news.batches ?? {})) this.batch(key, told, arrays);
    for (const [key, told] of Object.entries(news.lines ?? {})) this.segments(key, told, arrays);
  }

  clear() {
    for (const key of [...this.batches.keys(), ...this.lines.keys()]) this.drop(key);
  }

  drop(key) {
    for (const known of [this.batches, this.lines]) {
      known.get(key)?.remove();
      known.delete(key);
    }
  }

  batch(key, news, arrays) {
    if (!news.ids) return this.batches.get(key)?.take(news, arrays);
    this.drop(key);
    this.batches.set(key, new Instances(this.scenes, news, arrays));
    if (news.look === "ground") this.grid(this.batches.get(key));
    return null;
  }

  segments(key, news, arrays) {
    // Of one name, only where they lead is ever another.
    const known = this.lines.get(key);
    if (known) return known.set(arrays.floats(news.points));
    const made = new Segments(news.through ? this.scenes.through : this.scenes.plain,
      { colour: news.colour, width: news.width, dash: news.dashed ? 9 : 0, opacity: news.through ? 1 : 0.75, order: news.through ? 7.5 : 6, through: Boolean(news.through) });
    made.set(arrays.floats(news.points));
    return this.lines.set(key, made);
  }

  // The floor is the paper itself, with a line every metre: filling it would take longer than all the rest.
  grid(ground) {
    const [x, y, top] = ground.point(0, 0, 0, 0.5), points = [];
    const reach = Math.min(Math.max(ground.scales[0], ground.scales[1]) / 2, 6);
    for (let at = -Math.floor(reach); at <= reach; at++) {
      points.push(x + at, y - reach, top, x + at, y + reach, top, x - reach, y + at, top, x + reach, y + at, top);
    }
    this.floor?.remove();
    this.floor = new Segments(this.scenes.plain, { colour: [150, 156, 166], width: 1, opacity: 0.35, order: -1 });
    this.floor.set(new Float32Array(points));
  }

  draw(renderer, tall) {
    const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    const box = [left, tall - top - height, width, height];
    renderer.setViewport(...box);
    renderer.setScissor(...box);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    camera.layers.mask = shared.detail ? 1 | (1 << DETAIL) : 1;
    shared.size.value = [width, height];
    shared.pixel.value = (2 * Math.tan((camera.fov * Math.PI) / 360)) / height;
    renderer.setClearColor(view.dark ? PAPER.dark : PAPER.light, 1);
    renderer.clear();
    renderer.render(this.scenes.plain, camera);
    // From here on nothing hides anything that was drawn before.
    renderer.clearDepth();
    renderer.render(this.scenes.through, camera);
  }

  // Everything with a name: where its top is, and how it is known.
  named() {
    const found = new Map();
    for (const batch of this.batches.values()) {
      const kind = batch.look.named ?? (view.chosen.some((name) => batch.ids.includes(name)) && batch.kind === "still" ? "fixed" : null);
      if (!kind || !batch.count) continue;
      batch.ids.forEach((id, row) => {
        if (kind === "fixed" && !view.chosen.includes(id)) return;
        const key = `${id}${batch.said}`;
        const [x, y, z] = batch.point(row, 0, 0, 0), high = z + height(batch, row);
        const known = found.get(key);
        if (!known) {
          const held = kind === "inferred" && !batch.said && batch.outline[0] === 230;
          found.set(key, { key, id, said: batch.said, kind: batch.said ? "believed" : held ? "held" : kind, x, y, top: high, parts: 1 });
        } else if (kind === "person") known.top = Math.max(known.top, high);
        else Object.assign(known, { x: known.x + x, y: known.y + y, top: Math.max(known.top, high), parts: known.parts + 1 });
      });
    }
    return [...found.values()].map((each) => ({ ...each, x: each.x / each.parts, y: each.y / each.parts }));
  }

  // What is under a point of the page: the nearest, but a ghost before all, and what is in something before that.
  pick(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    camera.aspect = box.width / box.height;
    camera.updateProjectionMatrix();
    ray.setFromCamera(new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2), camera);
    let best = null;
    for (const batch of this.batches.values()) {
      if (!batch.look.picked) continue;
      proxy.geometry = model(batch.model, batch.count);
      for (let row = 0; row < batch.count; row++) {
        proxy.position.fromArray(batch.poses, 7 * row);
        proxy.quaternion.fromArray(batch.poses, 7 * row + 3);
        proxy.scale.fromArray(batch.scales, 3 * row);
        proxy.updateMatrixWorld();
        const [hit] = ray.intersectObject(proxy);
        if (!hit) continue;
        const away = hit.distance + (batch.look.through ? -1000 : batch.look.faint ? UNPICKED_M + 500 : batch.kind === "still" ? UNPICKED_M : 0);
        if (!best || away < best.away) best = { away, id: batch.ids[row], said: batch.said, height: hit.point.z };
      }
    }
    return best;
  }
}

function height(batch, row) {
  const [a, b, c] = [batch.scales[3 * row], batch.scales[3 * row + 1], batch.scales[3 * row + 2]];
  const shape = model(batch.model, batch.count);
  if (!shape.boundingBox) shape.computeBoundingBox();
  const { min, max } = shape.boundingBox, [, , , x, y, z, w] = batch.poses.subarray(7 * row, 7 * row + 7);
  // How far up the corner reaches that is highest after the turn.
  const up = [2 * (x * z - y * w) * a, 2 * (y * z + x * w) * b, (1 - 2 * (x * x + y * y)) * c];
  return up.reduce((sum, each, axis) => sum + Math.max(each * min.getComponent(axis), each * max.getComponent(axis)), 0);
}

export function projected(x, y, z, width, height) {
  const at = new Vector3(x, y, z).project(camera);
  return { u: ((at.x + 1) / 2) * width, v: ((1 - at.y) / 2) * height, depth: at.z };
}
