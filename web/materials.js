// How things look: lit at their corners, which is quick without a graphics card, in the very colours they were given.
import { BackSide, DoubleSide, FrontSide, ShaderMaterial } from "three";

// Shared by everything drawn: how far between the last two updates, how large a pixel is, of what size a pane, and
// whether details are drawn.
export const shared = { detail: true, mixing: { value: 1 }, pixel: { value: 0.001 }, size: { value: [1, 1] } };

// What is left out first where pictures take long: outlines and ways of a crowd are on this layer of the camera.
export const DETAIL = 1;

const INSTANCE = `
attribute vec3 hull, place, placeBefore, scale, tint;
attribute vec4 turn, turnBefore;
uniform float mixing;
vec3 turned(vec4 by, vec3 what) { return what + 2.0 * cross(by.xyz, cross(by.xyz, what) + by.w * what); }
`;
const BODY = `${INSTANCE}
varying vec3 colour;
uniform float light;
void main() {
  vec4 by = normalize(mix(turnBefore, turn, mixing));
  vec3 at = mix(placeBefore, place, mixing) + turned(by, position * scale);
  vec3 facing = turned(by, normalize(normal / scale));
  float sun = max(dot(facing, vec3(-0.32, -0.49, 0.81)), 0.0), sky = 0.5 + 0.5 * facing.z;
  colour = tint * mix(1.0, min(0.52 + 0.2 * sky + 0.34 * sun, 1.06), light);
  gl_Position = projectionMatrix * (viewMatrix * vec4(at, 1.0));
}`;
const HULL = `${INSTANCE}
uniform float grow, pixel;
void main() {
  vec4 by = normalize(mix(turnBefore, turn, mixing));
  vec3 at = mix(placeBefore, place, mixing) + turned(by, position * scale);
  vec4 seen = viewMatrix * vec4(at, 1.0);
  seen.xyz += mat3(viewMatrix) * turned(by, hull) * grow * pixel * -seen.z;
  gl_Position = projectionMatrix * seen;
}`;
const SEGMENT = `
attribute vec3 start, end;
uniform vec2 size;
uniform float width;
varying float along;
void main() {
  vec4 a = projectionMatrix * (viewMatrix * vec4(start, 1.0)), b = projectionMatrix * (viewMatrix * vec4(end, 1.0));
  // What is behind the eye has no place in the picture.
  if (a.w < 0.01) a = mix(a, b, (0.01 - a.w) / (b.w - a.w));
  if (b.w < 0.01) b = mix(b, a, (0.01 - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * size;
  vec2 ahead = length(way) > 0.0 ? normalize(way) : vec2(1.0, 0.0);
  vec4 at = mix(a, b, position.x);
  at.xy += vec2(-ahead.y, ahead.x) * position.y * width / size * at.w;
  along = position.x * length(way) * 0.5;
  gl_Position = at;
}`;
const PAINT = "varying vec3 colour; uniform float opacity; void main() { gl_FragColor = vec4(colour, opacity); }";
const INK = "uniform vec3 ink; uniform float opacity; void main() { gl_FragColor = vec4(ink, opacity); }";
const DASHES = `uniform vec3 ink; uniform float opacity; uniform float dash; varying float along;
void main() { if (dash > 0.0 && fract(along / dash) > 0.6) discard; gl_FragColor = vec4(ink, opacity); }`;

// Made once for everything that looks alike and never given back: a program that nobody uses is compiled anew next time.
const known = new Map();

function made(settings, build) {
  const key = JSON.stringify(settings);
  if (!known.has(key)) known.set(key, build());
  return known.get(key);
}

const inked = ([red, green, blue]) => [red / 255, green / 255, blue / 255];

export function body({ opacity = 1, light = 1, side = FrontSide, depthWrite = opacity === 1 } = {}) {
  return made(["body", opacity, light, side, depthWrite], () => new ShaderMaterial({ vertexShader: BODY, fragmentShader: PAINT,
    side, depthWrite, transparent: opacity < 1, uniforms: { mixing: shared.mixing, light: { value: light }, opacity: { value: opacity } } }));
}

export function hull(colour, { grow, opacity = 1, depthWrite = true }) {
  return made(["hull", colour, grow, opacity, depthWrite], () => new ShaderMaterial({ vertexShader: HULL, fragmentShader: INK,
    side: BackSide, depthWrite, transparent: opacity < 1,
    uniforms: { mixing: shared.mixing, pixel: shared.pixel, grow: { value: grow }, ink: { value: inked(colour) }, opacity: { value: opacity } } }));
}

export function ink(colour, { width, opacity = 1, dash = 0 }) {
  return made(["ink", colour, width, opacity, dash], () => new ShaderMaterial({ vertexShader: SEGMENT, fragmentShader: DASHES,
    side: DoubleSide, depthWrite: false, transparent: true,
    uniforms: { size: shared.size, width: { value: width }, ink: { value: inked(colour) }, opacity: { value: opacity }, dash: { value: dash } } }));
}
