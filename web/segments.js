// Straight lines as wide as one wants them, all of one colour at once.
import { BufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh } from "three";
import { DETAIL, ink } from "./materials.js";
import { CROWD, discard } from "./models.js";

const QUAD = new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3);
const FACES = new BufferAttribute(new Uint16Array([0, 1, 2, 0, 2, 3]), 1);

export class Segments {
  // Lines that show `through` everything matter however many there are.
  constructor(scene, { colour, width, opacity = 1, dash = 0, order = 6, through = true }) {
    this.through = through;
    this.mesh = new Mesh(new InstancedBufferGeometry(), ink(colour, { width, opacity, dash }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.scene = scene;
    scene.add(this.mesh);
  }

  // Six numbers for every line: from where to where.
  set(points) {
    const count = points.length / 6;
    let geometry = this.mesh.geometry;
    if (!this.buffer || this.buffer.count < count || this.buffer.count > 4 * count + 64) {
      discard(geometry);
      geometry = this.mesh.geometry = new InstancedBufferGeometry();
      geometry.setAttribute("position", QUAD);
      geometry.setIndex(FACES);
      this.buffer = new InstancedInterleavedBuffer(new Float32Array(6 * Math.max(8, 2 ** Math.ceil(Math.log2(count || 1)))), 6);
      geometry.setAttribute("start", new InterleavedBufferAttribute(this.buffer, 3, 0));
      geometry.setAttribute("end", new InterleavedBufferAttribute(this.buffer, 3, 3));
    }
    this.buffer.array.set(points);
    this.buffer.needsUpdate = true;
    geometry.instanceCount = count;
    this.mesh.visible = count > 0;
    this.mesh.layers.set(count > CROWD && !this.through ? DETAIL : 0);
  }

  remove() {
    this.scene.remove(this.mesh);
    discard(this.mesh.geometry);
  }
}
