// Names beside things, in pixels, none over another; placed here, as only here the camera is known at once.
import { camera } from "./camera.js";
import { el } from "./dom.js";
import { projected } from "./pane.js";
import { now, pick, view } from "./store.js";

const LIFT = 4, GLYPH = 7.2, PADDING = 18, HEIGHT = 22, GAP = 3, LONGEST = 14;
// In a crowd only what matters is named, and what is near.
const MOST = 40, CROWD = 40, FEW = 16;
const WEIGHTS = { believed: 6, person: 3, inferred: 5, held: 5, unknown: 1, perceived: 0, fixed: 0 };
const GHOSTS = new Set(["inferred", "held", "believed"]), BODY = 20;
// Where a name may go when its first place is taken: ever higher, then to the sides.
const STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((ring) => [[0, -ring], [0.9, -ring], [-0.9, -ring]]);

export function layOut(wanted, width, height, most) {
  // No name lies over what somebody is to find: the ghosts, right below where their names point.
  const taken = wanted.filter(({ kind }) => GHOSTS.has(kind)).map(({ u, v }) => ({ x: u, y: v + BODY / 2, wide: BODY })), placed = [];
  for (const each of wanted) {
    if (placed.length >= most) break;
    const wide = GLYPH * each.text.length + PADDING;
    for (const [dx, dy] of STEPS) {
      const x = Math.min(Math.max(each.u + dx * wide, wide / 2), width - wide / 2);
      const y = Math.max(each.v - LIFT - HEIGHT / 2 + dy * (HEIGHT + GAP), HEIGHT / 2);
      if (taken.every((other) => Math.abs(x - other.x) * 2 >= wide + other.wide || Math.abs(y - other.y) >= HEIGHT)) {
        taken.push({ x, y, wide });
        placed.push({ ...each, x, y });
        break;
      }
    }
  }
  return placed;
}

export class Labels {
  constructor(pane, roles) {
    this.pane = pane;
    this.roles = roles;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("aria-hidden", "true");
    this.root = el("div", { class: "names" }, this.svg);
    this.shown = new Map();
    pane.root.append(this.root);
  }

  place() {
    const { clientWidth: width, clientHeight: height } = this.pane.root;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    const all = view.labels ? this.pane.named() : [];
    const wanted = all.map((each) => this.wanted(each, width, height)).filter((each) => each.depth < 1
      && each.u >= 0 && each.v >= 0 && each.u <= width && each.v <= height);
    wanted.sort((one, other) => other.weight - one.weight || one.depth - other.depth);
    this.show(layOut(wanted, width, height, all.length > CROWD ? FEW : MOST));
  }

  wanted(each, width, height) {
    const chosen = !each.said && view.chosen.includes(each.id);
    const kind = each.kind === "person" ? this.roles(each.id) : each.kind;
    return { ...each, kind, chosen, text: each.id + each.said, weight: (WEIGHTS[each.kind] ?? 0) + (chosen ? 10 : 0), ...projected(each.x, each.y, each.top, width, height) };
  }

  // Names that stay keep their element, so that they can be clicked while they move.
  show(placed) {
    const kept = new Set(placed.map((each) => each.key));
    for (const [key, shown] of this.shown) {
      if (!kept.has(key)) {
        shown.node.remove();
        this.shown.delete(key);
      }
    }
    const lines = [];
    for (const each of placed) {
      let shown = this.shown.get(each.key);
      if (!shown) {
        const node = el("button", { class: "name", tabIndex: -1, "data-id": each.id, onclick: () => pick(each.id, each.said) }, each.text);
        this.shown.set(each.key, shown = { node, kind: "", at: "" });
        this.root.append(node);
      }
      const wrong = !each.said && now.wrong.some(({ agent }) => agent === each.id);
      const kind = `name ${each.kind}${each.chosen ? " chosen" : ""}${wrong ? " wrong" : ""}`, at = `translate(${each.x.toFixed(1)}px, ${each.y.toFixed(1)}px) translate(-50%, -50%)`;
      // Written only where it is new: the browser lays everything out again otherwise.
      if (kind !== shown.kind) shown.node.className = shown.kind = kind;
      if (at !== shown.at) {
        shown.node.style.transform = shown.at = at;
        shown.node.dataset.anchor = `${each.u.toFixed(1)} ${each.v.toFixed(1)}`;
      }
      if (Math.hypot(each.x - each.u, each.y + HEIGHT / 2 - each.v) > LONGEST) lines.push(each);
    }
    this.lead(lines);
  }

  lead(lines) {
    while (this.svg.childElementCount > lines.length) this.svg.lastElementChild.remove();
    while (this.svg.childElementCount < lines.length) this.svg.append(document.createElementNS("http://www.w3.org/2000/svg", "line"));
    lines.forEach((each, place) => {
      for (const [name, value] of [["x1", each.x], ["y1", each.y], ["x2", each.u], ["y2", each.v]]) this.svg.children[place].setAttribute(name, value.toFixed(1));
    });
  }
}
