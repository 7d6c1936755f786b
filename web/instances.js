// All instances of one model that look alike: poses come as they are, the graphics card turns and scales them.
import { DoubleSide, InstancedBufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh } from "three";
import { DETAIL, body, hull } from "./materials.js";
import { CROWD, discard, model, rim } from "./models.js";
import { Segments } from "./segments.js";

const POSE = 7;
// In which order, and how: `through` things are drawn before everything else, as if nothing hid them.
const LOOKS = {
  solid: { fill: {}, hull: { grow: 1.8 }, named: "perceived", picked: true },
  still: { fill: {}, picked: true },
  figure: { fill: {}, named: "person", picked: true },
  guess: { fill: { opacity: 0.4, depthWrite: false }, order: 4, picked: true },
  glass: { fill: { opacity: 0.2, depthWrite: false, side: DoubleSide }, rim: 1.3, order: 5, named: "perceived", picked: true, faint: true },
  faint: { fill: { opacity: 0.3, depthWrite: false }, hull: { grow: 1.5, opacity: 0.6, depthWrite: false }, order: 3 },
  doubt: { fill: { opacity: 0.2, depthWrite: false, light: 0 }, order: 2, through: true },
  ghost: { fill: { opacity: 0.78, depthWrite: true }, hull: { grow: 3.2, depthWrite: false }, order: 8, named: "inferred", picked: true, through: true },
  lost: { fill: { opacity: 0.82, depthWrite: true }, hull: { grow: 2.2, depthWrite: false }, order: 8, named: "unknown", picked: true, through: true, empty: true },
  shade: { fill: { opacity: 0.12, depthWrite: false, light: 0 }, order: 1 },
  chosen: { hull: { grow: 4.5 } },
  halo: { hull: { grow: 6.5, depthWrite: false }, order: 7, through: true },
  rim: { rim: 4, order: 5 },
  ground: {},
};

export class Instances {
  constructor(scenes, news, arrays) {
    this.look = LOOKS[news.look] ?? LOOKS.solid;
    this.kind = news.look;
    this.scene = this.look.through ? scenes.through : scenes.plain;
    [this.model, this.ids, this.said] = [news.model, news.ids, news.said ?? ""];
    this.outline = news.outline ?? [110, 116, 128];
    this.count = news.ids.length;
    this.poses = arrays.floats(news.poses).slice();
    this.before = this.poses.slice();
    this.scales = arrays.floats(news.scales).slice();
    this.colours = arrays.bytes(news.colours).slice();
    // What is lost is drawn as an empty place.
    if (this.look.empty) this.colours.fill(246);
    this.moving = false;
    this.meshes = [];
    this.build();
  }

  build() {
    const { fill, hull: around, rim: edges, order = 0 } = this.look;
    const geometry = this.geometry = new InstancedBufferGeometry(), shape = model(this.model, this.count);
    for (const name of ["position", "normal", "hull"]) geometry.setAttribute(name, shape.getAttribute(name));
    if (shape.index) geometry.setIndex(shape.index);
    this.now = posed(geometry, this.poses, "place", "turn");
    this.then = posed(geometry, this.before, "placeBefore", "turnBefore");
    geometry.setAttribute("scale", this.sized = new InstancedBufferAttribute(this.scales, 3));
    geometry.setAttribute("tint", this.tinted = new InstancedBufferAttribute(this.colours, 3, true));
    geometry.instanceCount = this.count;
    const add = (material, place) => {
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = order + place;
      this.scene.add(mesh);
      this.meshes.push(mesh);
      return mesh;
    };
    const outline = around && add(hull(this.outline, around), 0);
    if (outline && this.kind === "solid" && this.count > CROWD) outline.layers.set(DETAIL);
    // A mesh may be open: one sees its inside.
    const open = !/^(box|sphere|cylinder|capsule)/.test(this.model);
    const filled = fill && add(body({ ...(open ? { side: DoubleSide } : {}), ...fill }), 0.5);
    if (filled && this.kind === "shade" && this.count > CROWD) filled.layers.set(DETAIL);
    if (edges) this.edges = new Segments(this.scene, { colour: this.outline, width: edges, opacity: 0.85, order: order + 0.6 });
    this.traced();
  }

  take(news, arrays) {
    if (news.scales) {
      this.scales.set(arrays.floats(news.scales));
      this.sized.needsUpdate = true;
    }
    if (news.colours) {
      this.colours.set(arrays.bytes(news.colours));
      this.tinted.needsUpdate = true;
    }
    if (!news.poses) return;
    const poses = arrays.floats(news.poses);
    if (!news.rows) this.poses.set(poses);
    else arrays.numbers(news.rows).forEach((row, place) => this.poses.set(poses.subarray(POSE * place, POSE * (place + 1)), POSE * row));
    nearer(this.before, this.poses);
    this.now.needsUpdate = true;
    this.moving = true;
    this.traced();
  }

  // Ends a movement where it is: there the next one begins.
  settle(mixing) {
    if (!this.moving) return;
    this.moving = mixing < 1;
    for (let at = 0; at < this.before.length; at++) this.before[at] += mixing * (this.poses[at] - this.before[at]);
    this.then.needsUpdate = true;
  }

  traced() {
    if (!this.edges) return;
    const local = rim(this.model), points = new Float32Array(local.length * this.count);
    for (let row = 0; row < this.count; row++) {
      for (let at = 0; at < local.length; at += 3) points.set(this.point(row, local[at], local[at + 1], local[at + 2]), row * local.length + at);
    }
    this.edges.set(points);
  }

  // A point of an instance in the room.
  point(row, x, y, z) {
    const [px, py, pz, qx, qy, qz, qw] = this.poses.subarray(POSE * row, POSE * (row + 1));
    const [vx, vy, vz] = [x * this.scales[3 * row], y * this.scales[3 * row + 1], z * this.scales[3 * row + 2]];
    const [tx, ty, tz] = [2 * (qy * vz - qz * vy), 2 * (qz * vx - qx * vz), 2 * (qx * vy - qy * vx)];
    return [px + vx + qw * tx + qy * tz - qz * ty, py + vy + qw * ty + qz * tx - qx * tz, pz + vz + qw * tz + qx * ty - qy * tx];
  }

  remove() {
    this.scene.remove(...this.meshes);
    this.edges?.remove();
    discard(this.geometry);
  }
}

function posed(geometry, poses, place, turn) {
  const buffer = new InstancedInterleavedBuffer(poses, POSE);
  geometry.setAttribute(place, new InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute(turn, new InterleavedBufferAttribute(buffer, 4, 3));
  return buffer;
}

// A turn and its opposite are the same: of the two the one nearer to the last, or things would spin on their way.
function nearer(before, poses) {
  for (let at = 3; at < poses.length; at += POSE) {
    const dot = before[at] * poses[at] + before[at + 1] * poses[at + 1] + before[at + 2] * poses[at + 2] + before[at + 3] * poses[at + 3];
    if (dot < 0) for (let each = at; each < at + 4; each++) poses[each] = -poses[each];
  }
}
