// The triangles behind the names of models, each made once: with `hull`, where every corner goes when a thing grows.
import { BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, EdgesGeometry, IcosahedronGeometry } from "three";

// Many of a kind are drawn with fewer triangles.
export const CROWD = 40;
const known = new Map(), rims = new Map();

export function addMesh(name, vertices, faces) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(vertices.slice(), 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  // Smooth at first, for the hull; then every face has a normal of its own.
  geometry.computeVertexNormals();
  geometry.setAttribute("hull", geometry.getAttribute("normal").clone());
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  known.set(name, flat);
}

export function model(name, count = 1) {
  const plain = count > CROWD && !known.has(name);
  const key = plain ? `${name}*` : name;
  if (!known.has(key)) known.set(key, made(name, plain));
  return known.get(key);
}

function made(name, plain) {
  const [kind, radius, height] = name.split(":");
  if (kind === "sphere") return hulled(new IcosahedronGeometry(1, plain ? 1 : 4), (x, y, z) => [x, y, z]);
  if (kind === "cylinder") {
    return hulled(new CylinderGeometry(1, 1, 1, plain ? 8 : 32).rotateX(Math.PI / 2), (x, y, z) => [x, y, Math.sign(z)]);
  }
  if (kind === "capsule") {
    const body = new CapsuleGeometry(Number(radius), Number(height), plain ? 3 : 6, plain ? 8 : 20).rotateX(Math.PI / 2);
    body.setAttribute("hull", body.getAttribute("normal").clone());
    return body;
  }
  return hulled(new BoxGeometry(1, 1, 1), (x, y, z) => [Math.sign(x), Math.sign(y), Math.sign(z)]);
}

function hulled(geometry, outwards) {
  const corners = geometry.getAttribute("position"), hull = new Float32Array(3 * corners.count);
  for (let at = 0; at < corners.count; at++) hull.set(outwards(corners.getX(at), corners.getY(at), corners.getZ(at)), 3 * at);
  geometry.setAttribute("hull", new BufferAttribute(hull, 3));
  return geometry;
}

// The edges one would draw by hand, as pairs of points; a ball has three circles.
export function rim(name) {
  if (!rims.has(name)) rims.set(name, name === "sphere" ? circles() : new EdgesGeometry(model(name), 30).getAttribute("position").array);
  return rims.get(name);
}

function circles() {
  const points = [], turn = (step) => [Math.cos((step * Math.PI) / 16), Math.sin((step * Math.PI) / 16)];
  for (let step = 0; step < 32; step++) {
    const [[a, b], [c, d]] = [turn(step), turn(step + 1)];
    points.push(a, b, 0, c, d, 0, a, 0, b, c, 0, d, 0, a, b, 0, c, d);
  }
  return new Float32Array(points);
}

// Gives back what a geometry has for itself; three.js would give back what it shares with others as well.
export function discard(geometry) {
  for (const name of ["position", "normal", "hull"]) geometry.deleteAttribute(name);
  geometry.setIndex(null);
  geometry.dispose();
}
