// Elements made by hand: names come from users, so text is only ever text.
export const byId = (id) => document.getElementById(id);

export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") made.className = value;
    else if (name === "style") for (const [k, v] of Object.entries(value)) made.style.setProperty(k, v);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("data-") || name.startsWith("aria-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// What makes a button of anything, for keys as well.
export const button = (act) => ({ role: "button", tabIndex: 0, onclick: act,
  onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } } });

export const seconds = (value) => `${value.toFixed(1)} s`;

// What people call the worlds, and their colours.
export function worldName(name) {
  if (name === "stable") return "corrected";
  if (name.startsWith("source/")) return `observed by ${name.slice(7)}`;
  const minds = name.split("/");
  return name === "merged" ? "merged" : minds.length > 1 ? `${minds.at(-1)}’s mind for ${minds[0]}` : `${name}’s mind`;
}

export function worldTint(name) {
  if (name === "stable") return "var(--corrected)";
  if (name.startsWith("source/")) return "var(--observed)";
  return name === "merged" ? "var(--merged)" : "var(--mind)";
}

// A disagreement names two of whom one may be right.
export const isWrong = (predicate) => /belief|ignoran/i.test(predicate);
