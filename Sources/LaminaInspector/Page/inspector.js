// Shows the layers of a view that a program draws, and changes them.
// live.js shows the picture; the protocol is described in Documentation/Browser.md.
"use strict";

const element = (id) => document.getElementById(id);
const overlay = element("overlay");

let requestNumber = 0;
const waiting = new Map();
let lines = [];
let treeText = "";
let selected = null;
let details = null;
let why = null;
let pointedAt = null;
let soloed = null;

// Sends a request, and returns its answer; undefined if the program is gone meanwhile.
function ask(ask, fields) {
  requestNumber += 1;
  const request = requestNumber;
  return new Promise((resolve) => {
    waiting.set(request, resolve);
    send({ type: "inspect", ask, request, ...fields });
  });
}

document.addEventListener("answer", (event) => {
  const answer = event.detail;
  const resolve = waiting.get(answer.request);
  waiting.delete(answer.request);
  if (resolve !== undefined) resolve(answer);
});

// One at a time, and at most four times a second.
let isRefreshing = false;
let isStale = false;
async function refresh() {
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isStale) {
    isStale = false;
    showTree(await ask("tree"));
    if (selected !== null) showDetails(await ask("layer", { layer: selected }));
    showFrame(await ask("why"));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  isRefreshing = false;
}

document.addEventListener("hello", () => {
  overlay.width = canvas.width;
  overlay.height = canvas.height;
  overlay.style.width = canvas.style.width;
  overlay.style.height = canvas.style.height;
  // A program that was started anew has other layers, and knows no earlier requests.
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
  refresh();
});
document.addEventListener("frame", refresh);

function child(parent, name, text, className) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className !== undefined) node.className = className;
  parent.append(node);
  return node;
}

// The tree of layers.

function showTree(answer) {
  if (answer?.layers === undefined) return;
  const text = JSON.stringify(answer.layers) + answer.omittedCount;
  if (text === treeText) return;
  treeText = text;
  lines = answer.layers;
  const omitted = answer.omittedCount;
  element("omitted").textContent = omitted > 0 ? `and ${omitted} more layers` : "";
  if (!lines.some((line) => line.id === selected)) select(null);
  layOutTree();
}

function layOutTree() {
  const wanted = element("search").value.toLowerCase();
  const tree = element("tree");
  const focused = tree.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  tree.replaceChildren();
  for (const line of lines) {
    const name = line.name ?? "";
    if (!`${line.kind} ${name}`.toLowerCase().includes(wanted)) continue;
    const button = child(child(tree, "li"), "button");
    button.type = "button";
    button.dataset.id = line.id;
    button.style.setProperty("--depth", Math.min(line.depth, 12));
    button.classList.toggle("hidden", line.isHidden);
    button.classList.toggle("moving", line.animationCount > 0);
    button.setAttribute("aria-current", line.id === selected);
    child(button, "span", line.kind, "kind");
    child(button, "span", name);
    button.addEventListener("click", () => select(line.id));
    if (String(line.id) === focused) button.focus();
  }
}

element("search").addEventListener("input", layOutTree);

async function select(id) {
  selected = id;
  details = null;
  for (const button of document.querySelectorAll("#tree button")) {
    button.setAttribute("aria-current", button.dataset.id === String(id));
  }
  element("properties").replaceChildren();
  element("animations").replaceChildren();
  element("layer").textContent = "No layer is selected";
  element("tools").hidden = id === null;
  document.querySelector("table").hidden = id === null;
  drawOverlay();
  if (id !== null) showDetails(await ask("layer", { layer: id }));
}

// The selected layer.

function complain(answer) {
  element("message").textContent = answer?.error ?? "";
}

function showDetails(answer) {
  if (answer?.layer === undefined || answer.layer.id !== selected) return;
  details = answer.layer;
  element("layer").textContent = details.text;
  element("hide").checked = lines.find((line) => line.id === selected)?.isHidden ?? false;
  element("solo").checked = soloed === selected;
  element("animations").replaceChildren();
  for (const animation of details.animations) addAnimation(animation);
  const rows = element("properties");
  const isChangedOnly = element("changed").checked;
  const shown = details.properties.filter((property) => !isChangedOnly || !property.isDefault);
  const keys = shown.map((property) => property.key).join(" ");
  if (rows.dataset.keys !== keys || rows.children.length === 0) {
    rows.dataset.keys = keys;
    rows.replaceChildren();
    for (const property of shown) addRow(rows, property);
  }
  shown.forEach((property, index) => updateRow(rows.children[index], property));
  drawOverlay();
}

// Adds the text of an animation, and its curve with a line at the time that is shown.
function addAnimation({ text, start, end, curve }) {
  const item = child(element("animations"), "li", text);
  if (curve.length < 2) return;
  const size = { width: 300, height: 44 };
  const svg = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", `-2 -2 ${size.width + 4} ${size.height + 4}`);
  const points = curve.map((value, index) => {
    return `${index * size.width / (curve.length - 1)},${(1 - value) * size.height}`;
  });
  const line = document.createElementNS(svg, "polyline");
  line.setAttribute("points", points.join(" "));
  picture.append(line);
  if (start <= 0 && end >= 0) {
    const now = document.createElementNS(svg, "line");
    const x = -start / (end - start) * size.width;
    for (const [name, value] of [["x1", x], ["x2", x], ["y1", -2], ["y2", size.height + 2]]) {
      now.setAttribute(name, value);
    }
    picture.append(now);
  }
  item.append(picture);
  const seconds = child(item, "p", undefined, "seconds");
  for (const time of [start, end]) {
    child(seconds, "span", `${time > 0 ? "+" : ""}${time.toFixed(2)} s`);
  }
}

function addRow(rows, property) {
  const row = child(rows, "tr");
  child(row, "td", property.key);
  const cell = child(row, "td");
  if (property.isEditable) {
    const input = child(cell, "input");
    const isFlag = property.model === "true" || property.model === "false";
    input.type = isFlag ? "checkbox" : "text";
    input.setAttribute("aria-label", property.key);
    input.addEventListener("change", () => {
      edit(property.key, isFlag ? String(input.checked) : input.value);
    });
  }
  child(row, "td");
}

function updateRow(row, property) {
  row.classList.toggle("default", property.isDefault);
  const input = row.children[1].firstElementChild;
  if (input === null) row.children[1].textContent = property.model;
  else if (input.type === "checkbox") input.checked = property.model === "true";
  else if (input !== document.activeElement) input.value = property.model;
  row.children[2].textContent = property.presented;
  row.children[2].classList.toggle("differs", property.presented !== property.model);
}

async function edit(key, value) {
  const duration = Math.min(10, Math.max(0, Number(element("duration").value) || 0));
  const answer = await ask("set", { layer: selected, key, value, duration });
  complain(answer);
  // What was refused is replaced by the value that there is.
  if (answer?.error !== undefined) document.activeElement.blur();
  showDetails(answer?.error === undefined ? answer : await ask("layer", { layer: selected }));
}

element("changed").addEventListener("change", refresh);
element("hide").addEventListener("change", async (event) => {
  const answer = await ask("hide", { layer: selected, isOn: event.target.checked });
  complain(answer);
  showTree(answer);
});
element("solo").addEventListener("change", async (event) => {
  soloed = event.target.checked ? selected : null;
  const answer = await ask("solo", soloed === null ? {} : { layer: soloed });
  complain(answer);
  showTree(answer);
});

// The last frame.

function showFrame(answer) {
  if (answer?.why === undefined) return;
  const isSame = why !== null && why.time === answer.why.time && why.hash === answer.why.hash;
  if (isSame) return;
  why = answer.why;
  pointedAt = null;
  element("frame").textContent = `${why.time.toFixed(3)} s, hash ${why.hash}: ${why.report}`;
  const causes = element("causes");
  causes.replaceChildren();
  for (const cause of why.causes) {
    const item = child(causes, "li", cause.text);
    item.addEventListener("pointerenter", () => point(cause));
    item.addEventListener("pointerleave", () => point(null));
  }
  const more = why.causeCount - why.causes.length;
  if (more > 0) child(causes, "li", `and ${more} more`);
  drawOverlay();
}

function point(cause) {
  pointedAt = cause;
  drawOverlay();
}

function drawOverlay() {
  const drawing = overlay.getContext("2d");
  drawing.clearRect(0, 0, overlay.width, overlay.height);
  const width = Math.max(1, Math.round(canvas.width / (parseFloat(canvas.style.width) || 1)));
  function outline([x, y, w, h], color) {
    if (w <= 0 || h <= 0) return;
    drawing.lineWidth = width;
    drawing.strokeStyle = color;
    drawing.strokeRect(x + width / 2, y + width / 2, Math.max(0, w - width), Math.max(0, h - width));
  }
  if (element("boxes").checked && why !== null) {
    for (const rect of why.rects) {
      drawing.fillStyle = "rgb(255 0 160 / 12%)";
      drawing.fillRect(...rect);
      outline(rect, "rgb(255 0 160 / 80%)");
    }
  }
  if (details?.box != null) outline(details.box, "#4d8dff");
  if (pointedAt !== null) {
    outline(pointedAt.old, "#ffb000");
    outline(pointedAt.new, "#00c070");
  }
}

element("boxes").addEventListener("change", drawOverlay);

// Pointing at the picture selects a layer there, and is not the scene's input.

function setPointing(isOn) {
  element("point").setAttribute("aria-pressed", isOn);
  canvas.classList.toggle("pointing", isOn);
}

element("point").addEventListener("click", () => {
  setPointing(!canvas.classList.contains("pointing"));
});

for (const type of ["pointerdown", "pointermove", "pointerup"]) {
  document.addEventListener(type, async (event) => {
    if (event.target !== canvas || !canvas.classList.contains("pointing")) return;
    event.stopPropagation();
    event.preventDefault();
    if (type !== "pointerdown") return;
    setPointing(false);
    const answer = await ask("hit", place(event));
    complain(answer);
    if (answer?.hit === undefined) return;
    showTree(await ask("tree"));
    select(answer.hit);
  }, { capture: true });
}
