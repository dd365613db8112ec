// Shows the layers of a view that a program draws, and changes them.
// live.js shows the picture; the protocol is described in Documentation/Browser.md.
"use strict";

const element = (id) => document.getElementById(id);
const overlay = element("overlay");
const past = element("past");

let requestNumber = 0;
const waiting = new Map();
let lines = [];
let treeText = "";
let selected = null;
let details = null;
let why = null;
let pointedAt = null;
let soloed = null;
// The recorded frame that is shown; null while the live one is.
let moment = null;

// Sends a request, and returns its answer; undefined if the program is gone meanwhile.
function ask(ask, fields) {
  requestNumber += 1;
  const request = requestNumber;
  return new Promise((resolve) => {
    waiting.set(request, resolve);
    send({ type: "inspect", ask, request, ...fields });
  });
}

// The bytes that belong to an answer come before it.
const attachments = new Map();
document.addEventListener("attachment", (event) => {
  const request = new DataView(event.detail).getUint32(4, true);
  attachments.set(request, new Uint8Array(event.detail, 8));
});

document.addEventListener("answer", (event) => {
  const answer = event.detail;
  const resolve = waiting.get(answer.request);
  answer.attachment = attachments.get(answer.request);
  attachments.delete(answer.request);
  waiting.delete(answer.request);
  if (resolve !== undefined) resolve(answer);
});

// The members of a question about the layers of the frame that is shown.
function shownFrame() {
  return moment === null ? {} : { frame: moment.number };
}

// One at a time, and at most four times a second.
let isRefreshing = false;
let isStale = false;
async function refresh() {
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isStale) {
    isStale = false;
    if (moment === null) {
      showTree(await ask("tree"), null);
      if (moment === null && selected !== null) {
        showDetails(await ask("layer", { layer: selected }), null);
      }
      const answer = await ask("why");
      if (moment === null) showFrame(answer);
    }
    showTimeline(await ask("timeline"));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  isRefreshing = false;
}

document.addEventListener("hello", () => {
  // A program that was started anew has other layers, and knows no earlier requests.
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
  attachments.clear();
  goLive();
});
document.addEventListener("frame", refresh);

// Gives the overlay the size of the picture that is shown.
function fitOverlay() {
  const picture = moment === null ? canvas : past;
  canvas.hidden = moment !== null;
  past.hidden = moment === null;
  overlay.width = picture.width;
  overlay.height = picture.height;
  overlay.style.width = picture.style.width;
  overlay.style.height = picture.style.height;
  fitStage();
}

// Makes the picture small enough for the room that there is, if it is to fit.
function fitStage() {
  const stage = element("stage");
  const main = stage.parentElement;
  const room = main.clientWidth - 24;
  const width = parseFloat(overlay.style.width) || room;
  const zoom = element("fit").checked ? Math.min(1, Math.max(0.1, room / width)) : 1;
  stage.style.zoom = zoom;
  stage.classList.toggle("smaller", zoom < 1);
}

window.addEventListener("resize", fitStage);
element("fit").addEventListener("change", fitStage);

function child(parent, name, text, className) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className !== undefined) node.className = className;
  parent.append(node);
  return node;
}

// The tree of layers.

let isTreeOfPast = false;

// Shows the layers of a recorded frame, or those that there are, if that is what is shown.
function showTree(answer, of) {
  if (answer?.layers === undefined || of !== moment) return;
  const text = JSON.stringify(answer.layers) + answer.omittedCount;
  if (text === treeText) return;
  treeText = text;
  // The same layer has another number in the recording.
  if (isTreeOfPast !== (of !== null)) {
    const recorded = lines.find((line) => line.id === selected)?.recorded;
    isTreeOfPast = of !== null;
    const same = answer.layers.find((line) => line.recorded === recorded && recorded !== undefined);
    selected = same?.id ?? null;
    if (same === undefined) select(null);
  }
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
    child(button, "span", line.isMask ? `mask: ${line.kind}` : line.kind, "kind");
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
  showBars();
  drawOverlay();
  const of = moment;
  if (id !== null) showDetails(await ask("layer", { layer: id, ...shownFrame() }), of);
}

// The selected layer.

function complain(answer) {
  element("message").textContent = answer?.error ?? "";
}

function showDetails(answer, of) {
  if (answer?.layer === undefined || answer.layer.id !== selected || of !== moment) return;
  details = answer.layer;
  element("layer").textContent = details.text;
  element("hide").checked = lines.find((line) => line.id === selected)?.isHidden ?? false;
  element("solo").checked = moment === null && soloed === selected;
  for (const id of ["hide", "solo", "duration"]) element(id).disabled = moment !== null;
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
  showBars();
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
    const isFlag = property.model === "true" || property.model === "false";
    const isChoice = property.choices.length > 0;
    const input = child(cell, isChoice ? "select" : "input");
    for (const choice of property.choices) child(input, "option", choice);
    if (!isChoice) input.type = isFlag ? "checkbox" : "text";
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
  if (input !== null) input.disabled = moment !== null;
  row.children[2].textContent = property.presented;
  row.children[2].classList.toggle("differs", property.presented !== property.model);
}

async function edit(key, value) {
  const duration = Math.min(10, Math.max(0, Number(element("duration").value) || 0));
  const answer = await ask("set", { layer: selected, key, value, duration });
  complain(answer);
  // What was refused is replaced by the value that there is.
  if (answer?.error !== undefined) document.activeElement.blur();
  const current = answer?.error === undefined ? answer : await ask("layer", { layer: selected });
  showDetails(current, null);
}

element("changed").addEventListener("change", async () => {
  if (selected === null) return;
  const of = moment;
  showDetails(await ask("layer", { layer: selected, ...shownFrame() }), of);
});
element("hide").addEventListener("change", async (event) => {
  const answer = await ask("hide", { layer: selected, isOn: event.target.checked });
  complain(answer);
  showTree(answer, null);
});
element("solo").addEventListener("change", async (event) => {
  soloed = event.target.checked ? selected : null;
  const answer = await ask("solo", soloed === null ? {} : { layer: soloed });
  complain(answer);
  showTree(answer, null);
});

// The last frame, or the recorded one.

function showFrame(answer) {
  if (answer?.why === undefined) return;
  const isSame = why !== null && why.time === answer.why.time && why.hash === answer.why.hash;
  if (isSame) return;
  why = answer.why;
  pointedAt = null;
  const area = why.passes.reduce((sum, { rect }) => sum + rect[2] * rect[3], 0);
  const pixels = why.passes.reduce((sum, pass) => sum + pass.pixels, 0);
  const cost = why.passes.reduce((sum, pass) => sum + pass.cost, 0);
  const overdraw = area > 0 ? `; overdraw ${(pixels / area).toFixed(2)}, cost ${cost}` : "";
  element("frame").textContent
    = `${why.time.toFixed(3)} s, hash ${why.hash}: ${why.report}${overdraw}`;
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
  const scale = Math.max(1, Math.round(overlay.width / (parseFloat(overlay.style.width) || 1)));
  function outline([x, y, w, h], color) {
    if (w <= 0 || h <= 0) return;
    drawing.lineWidth = scale;
    drawing.strokeStyle = color;
    drawing.strokeRect(x + scale / 2, y + scale / 2, Math.max(0, w - scale), Math.max(0, h - scale));
  }
  function label([x, y, w, h], text) {
    drawing.font = `${11 * scale}px system-ui, sans-serif`;
    const width = drawing.measureText(text).width + 8 * scale;
    const height = 16 * scale;
    const left = Math.max(0, Math.min(x, overlay.width - width));
    const top = Math.max(0, Math.min(y + h + height > overlay.height ? y + h - height : y + h,
      overlay.height - height));
    drawing.fillStyle = "rgb(20 22 26 / 85%)";
    drawing.fillRect(left, top, width, height);
    drawing.fillStyle = "#fff";
    drawing.fillText(text, left + 4 * scale, top + 12 * scale);
  }
  const kind = element("overlays").value;
  const passes = why?.passes ?? [];
  const total = passes.reduce((sum, pass) => sum + pass.cost, 0);
  if (kind === "overdraw") {
    // Each operation covers its pixels once more.
    drawing.fillStyle = "rgb(255 80 0 / 18%)";
    for (const rect of why?.operations ?? []) drawing.fillRect(...rect);
  }
  for (const { rect, pixels, cost } of kind === "none" ? [] : passes) {
    const share = total > 0 ? cost / total : 0;
    const alpha = { redrawn: 12, overdraw: 0, cost: Math.round(15 + 50 * share) }[kind];
    drawing.fillStyle = `rgb(255 0 160 / ${alpha}%)`;
    drawing.fillRect(...rect);
    outline(rect, kind === "overdraw" ? "rgb(255 80 0 / 90%)" : "rgb(255 0 160 / 80%)");
    if (kind === "overdraw") {
      label(rect, `${(pixels / (rect[2] * rect[3])).toFixed(2)} ×`);
    } else if (kind === "cost") {
      label(rect, `${Math.round(100 * share)} %`);
    }
  }
  if (details?.box != null) outline(details.box, "#4d8dff");
  if (pointedAt !== null) {
    outline(pointedAt.old, "#ffb000");
    outline(pointedAt.new, "#00c070");
  }
}

element("overlays").addEventListener("change", drawOverlay);

// Pointing at the picture selects a layer there, and is not the scene's input.

function setPointing(isOn) {
  element("point").setAttribute("aria-pressed", isOn);
  element("stage").classList.toggle("pointing", isOn);
}

element("point").addEventListener("click", () => {
  setPointing(!element("stage").classList.contains("pointing"));
});

for (const type of ["pointerdown", "pointermove", "pointerup"]) {
  document.addEventListener(type, async (event) => {
    const picture = event.target;
    const isPicture = picture === canvas || picture === past;
    if (!isPicture || !element("stage").classList.contains("pointing")) return;
    event.stopPropagation();
    event.preventDefault();
    if (type !== "pointerdown") return;
    setPointing(false);
    const of = moment;
    const answer = await ask("hit", { ...place(event, picture), ...shownFrame() });
    complain(answer);
    if (answer?.hit === undefined) return;
    showTree(await ask("tree", shownFrame()), of);
    if (of === moment) select(answer.hit);
  }, { capture: true });
}

// The timeline: what is recorded, and the way back to it.

const slider = element("time");
let timeline = null;
let timelineText = "";
let isDragging = false;
// The frame that is to be shown next.
let wanted = null;
let isSeeking = false;
// The number of times that the live frame was asked for.
let visit = 0;

function showTimeline(answer) {
  if (answer === undefined) return;
  if (answer.error !== undefined) element("mark").textContent = answer.error;
  else if (timeline === null) element("mark").textContent = "";
  timeline = answer.timeline ?? null;
  element("pause").setAttribute("aria-pressed", timeline?.isPaused ?? false);
  layOutTimeline();
}

// The times at the ends of the timeline.
function shownTimes() {
  const { start, end } = timeline;
  const from = Math.max(start, end - Number(element("span").value));
  return { from: moment === null ? from : Math.min(from, moment.time), end };
}

function layOutTimeline() {
  slider.disabled = timeline === null;
  element("back").disabled = timeline === null || moment?.number === timeline.first;
  element("forward").disabled = timeline === null || moment === null
    || moment.number >= timeline.last;
  element("live").setAttribute("aria-pressed", moment === null);
  element("download").disabled = timeline === null;
  const text = element("moment");
  text.classList.toggle("wrong", moment !== null && !moment.isExact);
  if (moment !== null) {
    const isSame = moment.isExact ? "as it was recorded" : "not as it was recorded";
    text.textContent
      = `frame ${moment.number}, ${moment.time.toFixed(3)} s, hash ${moment.hash}, ${isSame}`;
  } else if (timeline !== null) {
    const bytes = timeline.byteCount;
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
    text.textContent = `frame ${timeline.last}, ${timeline.end.toFixed(3)} s, ${size} recorded`
      + (timeline.isPaused ? ", paused" : "");
  } else {
    text.textContent = "";
  }
  if (timeline === null || isDragging) return;
  const { from, end } = shownTimes();
  slider.min = from;
  slider.max = end;
  slider.value = moment?.time ?? end;
  slider.setAttribute("aria-valuetext", text.textContent);
  const marks = timeline.marks.filter(({ time }) => time >= from);
  // Nothing is laid out again that is as before.
  const layout = JSON.stringify([marks, from, end]);
  if (layout !== timelineText) {
    timelineText = layout;
    element("marks").replaceChildren();
    element("inputs").replaceChildren();
    for (const mark of marks) addMark(mark, (mark.time - from) / (end - from || 1));
  }
  showBars();
}

function addMark({ frame, time, number, label, input }, place) {
  const list = element(input === undefined ? "marks" : "inputs");
  const item = child(list, "li", undefined, label === undefined ? "" : "labelled");
  item.style.setProperty("--from", Math.min(1, Math.max(0, place)));
  const name = label === undefined ? "" : ` "${label}"`;
  item.title = `${input ?? `transaction ${number}${name}`}, ${time.toFixed(3)} s`;
  item.addEventListener("pointerenter", () => { element("mark").textContent = item.title; });
  item.addEventListener("pointerleave", () => { element("mark").textContent = ""; });
  item.addEventListener("click", () => seek({ frame }));
}

// The animations of the selected layer, over the times at which they run.
function showBars() {
  const bars = element("bars");
  bars.replaceChildren();
  if (timeline === null) return;
  const from = Number(slider.min);
  const length = Number(slider.max) - from || 1;
  let row = 0;
  for (const animation of details?.animations ?? []) {
    if (animation.from === undefined || row >= 4) continue;
    const [start, end] = [animation.from, animation.to ?? Infinity]
      .map((time) => Math.min(1, Math.max(0, (time - from) / length)));
    if (end === 0 || start === 1) continue;
    const bar = child(bars, "li");
    bar.style.setProperty("--from", start);
    bar.style.setProperty("--length", end - start);
    bar.style.setProperty("--row", row);
    bar.title = animation.text;
    bar.addEventListener("pointerenter", () => { element("mark").textContent = animation.text; });
    bar.addEventListener("pointerleave", () => { element("mark").textContent = ""; });
    row += 1;
  }
  bars.style.setProperty("--rows", row);
}

// Shows a recorded frame, by number or time: the last one that was asked for.
async function seek(frame) {
  wanted = frame;
  if (isSeeking) return;
  isSeeking = true;
  while (wanted !== null) {
    const next = wanted;
    const own = visit;
    wanted = null;
    const answer = await ask("frame", next);
    complain(answer);
    if (answer?.moment === undefined || own !== visit) continue;
    const file = new Blob([answer.attachment], { type: "image/png" });
    const picture = await createImageBitmap(file, { colorSpaceConversion: "none" });
    if (own !== visit) continue;
    showMoment(answer, picture);
    // The layers, once nothing more is asked for.
    if (wanted === null) await showLayers();
  }
  isSeeking = false;
}

function showMoment(answer, picture) {
  moment = answer.moment;
  past.width = moment.width;
  past.height = moment.height;
  past.style.width = moment.width / moment.scale + "px";
  past.style.height = moment.height / moment.scale + "px";
  past.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
  picture.close();
  past.dataset.frame = moment.number;
  element("which").textContent = `Frame ${moment.number}`;
  fitOverlay();
  layOutTimeline();
  showFrame(answer);
}

// Shows the layers of the recorded frame.
async function showLayers() {
  const of = moment;
  showTree(await ask("tree", shownFrame()), of);
  if (of !== moment || selected === null) return;
  showDetails(await ask("layer", { layer: selected, ...shownFrame() }), of);
}

function goLive() {
  visit += 1;
  wanted = null;
  moment = null;
  why = null;
  details = null;
  element("which").textContent = "Last frame";
  fitOverlay();
  layOutTimeline();
  drawOverlay();
  refresh();
}

function step(count) {
  if (timeline === null) return;
  const number = (moment?.number ?? timeline.last) + count;
  seek({ frame: Math.max(timeline.first, Math.min(timeline.last, number)) });
}

element("back").addEventListener("click", () => step(-1));
element("forward").addEventListener("click", () => step(1));
element("live").addEventListener("click", goLive);
element("span").addEventListener("change", layOutTimeline);
element("pause").addEventListener("click", async (event) => {
  const isOn = event.target.getAttribute("aria-pressed") !== "true";
  complain(await ask("pause", { isOn }));
  showTimeline(await ask("timeline"));
});

slider.addEventListener("pointerdown", () => { isDragging = true; });
slider.addEventListener("change", () => { isDragging = false; });
slider.addEventListener("input", () => seek({ time: Number(slider.value) }));
slider.addEventListener("keydown", (event) => {
  const count = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
  if (count === undefined) return;
  event.preventDefault();
  step(count);
});

function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

element("download").addEventListener("click", async () => {
  const answer = await ask("test", shownFrame());
  complain(answer);
  if (answer?.test === undefined) return;
  save(answer.test.recordingName, answer.attachment);
  save(answer.test.sourceName, answer.test.source);
});
