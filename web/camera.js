// Where one looks from: the same place for all panes, moved by hand, by keys, or into somebody's eyes.
import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { byId } from "./dom.js";
import { repaint } from "./stage.js";

const FOV = (0.7 * 180) / Math.PI, FLY_MS = 450;
export const camera = new PerspectiveCamera(FOV, 1.5, 0.02, 60);
camera.up.set(0, 0, 1);
camera.position.set(2, -2, 2);

const controls = new OrbitControls(camera, byId("panes"));
controls.enableDamping = false;
controls.zoomToCursor = true;
controls.maxDistance = 40;
controls.minDistance = 0.05;
controls.addEventListener("change", repaint);
const still = matchMedia("(prefers-reduced-motion: reduce)");
// Whether somebody turned it: then it stays, whatever shape the panes take.
let home = null, flying = 0, turned = false, aimed = -1;
controls.addEventListener("start", () => { turned = true; });

export function aim(place, target, chapter) {
  home = { place: new Vector3(...place), target: new Vector3(...target) };
  if (chapter !== aimed) turned = false;
  aimed = chapter;
  if (!turned) jump(home.place, home.target);
}

export function reset() {
  turned = false;
  if (home) fly(home.place, home.target);
}

function jump(place, target) {
  cancelAnimationFrame(flying);
  camera.position.copy(place);
  controls.target.copy(target);
  controls.update();
  repaint();
}

function fly(place, target) {
  if (still.matches) return jump(place, target);
  const [from, towards, begun] = [camera.position.clone(), controls.target.clone(), performance.now()];
  cancelAnimationFrame(flying);
  const step = () => {
    const share = Math.min((performance.now() - begun) / FLY_MS, 1), eased = share * share * (3 - 2 * share);
    camera.position.lerpVectors(from, place, eased);
    controls.target.lerpVectors(towards, target, eased);
    controls.update();
    repaint();
    if (share < 1) flying = requestAnimationFrame(step);
  };
  return step();
}

// Into somebody's head, looking where they look; they look along x.
export function throughEyes(place, [x, y, z, w]) {
  turned = true;
  const ahead = new Vector3(1, 0, 0).applyQuaternion(new Quaternion(x, y, z, w));
  const at = new Vector3(...place).addScaledVector(ahead, 0.12);
  fly(at, at.clone().addScaledVector(ahead, 0.9));
}

// Around what one looks at, nearer or farther: for those without a mouse.
export function orbit(sideways, upwards, nearer = 1) {
  turned = true;
  const arm = camera.position.clone().sub(controls.target);
  const flat = Math.hypot(arm.x, arm.y), length = arm.length() * nearer;
  const round = Math.atan2(arm.y, arm.x) + sideways;
  const high = Math.min(Math.max(Math.atan2(arm.z, flat) + upwards, -1.5), 1.5);
  camera.position.copy(controls.target).add(new Vector3(Math.cos(high) * Math.cos(round), Math.cos(high) * Math.sin(round), Math.sin(high)).multiplyScalar(length));
  controls.update();
  repaint();
}
