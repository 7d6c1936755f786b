// Who is wrong about what, always in sight: a sentence each above the picture, a badge beside each name.
import { byId, el } from "./dom.js";
import { draw as drawMinds } from "./minds.js";
import { open } from "./panel.js";
import { titles } from "./panes.js";
import { choose, now, onPick, show } from "./store.js";

export function takeWrong(wrong) {
  now.wrong = wrong;
  byId("wrong").hidden = wrong.length === 0;
  byId("wrong").replaceChildren(...wrong.map((each) => el("button", { class: "mistake", "data-agent": each.agent, "data-thing": each.thing,
    title: each.why, onclick: () => told(each.agent, each.thing) },
  el("b", {}, each.agent), ` thinks the ${each.thing} is ${each.thinks}; it is ${each.actual}`)));
  drawMinds();
  titles();
}

// Everything about a mistake: whose it is, and what it is about.
export function told(agent, thing) {
  show({ agent, chosen: [thing] });
  open("minds");
}

// What a click on something opens: the mistake it is part of, or all about the thing.
onPick((id, said) => {
  const wrong = now.wrong.find((each) => (said ? each.thing === id && said.includes(each.agent) : each.agent === id));
  if (wrong) told(wrong.agent, wrong.thing);
  else if (id) {
    choose(id);
    open("things");
  } else choose();
});
