// Shows a view that a program draws, and sends it the user's input.
// The protocol is described in Documentation/Browser.md.
"use strict";

const canvas = document.getElementById("view");
const context = canvas.getContext("2d", { alpha: false });
const state = document.getElementById("state");

let socket = null;
let delay = 250;
let modifiers = 0;

function show(text, isConnected) {
  state.textContent = text;
  state.classList.toggle("connected", isConnected);
}

function send(message) {
  if (socket !== null && socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function connect() {
  const url = new URL("live", location.href);
  url.protocol = "ws:";
  const own = new WebSocket(url);
  own.binaryType = "arraybuffer";
  socket = own;
  // Pictures are decoded in the background; messages take effect in their order all the same.
  let last = Promise.resolve();
  own.onmessage = (event) => {
    const isText = typeof event.data === "string";
    const isAttachment = !isText && new DataView(event.data).getUint8(0) === 2;
    const pictures = isText || isAttachment ? null : decode(event.data);
    last = last.then(async () => {
      if (pictures !== null) return draw(await pictures, own);
      if (isAttachment) {
        document.dispatchEvent(new CustomEvent("attachment", { detail: event.data }));
        return;
      }
      const message = JSON.parse(event.data);
      if (message.type === "answer") {
        document.dispatchEvent(new CustomEvent("answer", { detail: message }));
      } else {
        hello(message);
      }
    }).catch((error) => {
      console.error(error);
      own.close();
    });
  };
  own.onclose = () => {
    if (socket !== own) return;
    socket = null;
    show("disconnected", false);
    setTimeout(connect, delay);
    delay = Math.min(4000, 2 * delay);
  };
}

function hello(message) {
  if (message.type !== "hello" || message.version !== 1) {
    throw new Error("the program has another version of the protocol");
  }
  delay = 250;
  document.title = message.title;
  document.getElementById("title").textContent = message.title;
  canvas.width = message.width;
  canvas.height = message.height;
  canvas.style.width = message.width / message.scale + "px";
  canvas.style.height = message.height / message.scale + "px";
  show("connected", true);
  document.dispatchEvent(new Event("hello"));
}

// Returns a frame whose pictures are being decoded.
async function decode(buffer) {
  const data = new DataView(buffer);
  if (data.getUint8(0) !== 1) throw new Error("unknown message");
  const frame = { number: data.getUint32(4, true), time: data.getFloat64(8, true), patches: [] };
  const count = data.getUint16(2, true);
  let offset = 16;
  const pending = [];
  for (let index = 0; index < count; index += 1) {
    const patch = { x: data.getUint16(offset, true), y: data.getUint16(offset + 2, true) };
    const width = data.getUint16(offset + 4, true);
    const height = data.getUint16(offset + 6, true);
    const encoding = data.getUint32(offset + 8, true);
    const length = data.getUint32(offset + 12, true);
    offset += 16;
    if (encoding === 0) {
      const pixels = new Uint8ClampedArray(buffer, offset, length);
      patch.pixels = new ImageData(pixels, width, height);
    } else if (encoding === 2) {
      const source = { x: data.getUint16(offset, true), y: data.getUint16(offset + 2, true) };
      patch.copy = { ...source, width, height };
    } else if (encoding !== 1) {
      throw new Error("unknown pixels");
    } else {
      const file = new Blob([new Uint8Array(buffer, offset, length)], { type: "image/png" });
      pending.push(createImageBitmap(file, { colorSpaceConversion: "none" }).then((picture) => {
        patch.picture = picture;
      }));
    }
    frame.patches.push(patch);
    offset += length;
  }
  await Promise.all(pending);
  return frame;
}

function draw(frame, own) {
  for (const patch of frame.patches) {
    if (patch.pixels !== undefined) {
      context.putImageData(patch.pixels, patch.x, patch.y);
    } else if (patch.copy !== undefined) {
      // Both places may overlap: the canvas is read before it is written.
      const { x, y, width, height } = patch.copy;
      context.drawImage(canvas, x, y, width, height, patch.x, patch.y, width, height);
    } else {
      context.drawImage(patch.picture, patch.x, patch.y);
      patch.picture.close();
    }
  }
  canvas.dataset.frame = frame.number;
  document.dispatchEvent(new Event("frame"));
  // A page that is not visible gets no animation frame, and then no more messages either.
  requestAnimationFrame(() => {
    if (socket === own) send({ type: "shown", number: frame.number });
  });
}

function noteModifiers(event) {
  modifiers = (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0)
    | (event.metaKey ? 8 : 0);
}

// Returns the place of an event in pixels of a picture.
function place(event, picture = canvas) {
  const box = picture.getBoundingClientRect();
  return {
    x: (event.clientX - box.left) * picture.width / box.width,
    y: (event.clientY - box.top) * picture.height / box.height,
  };
}

// The numbers of the fingers that are down, by their pointers.
const fingers = new Map();

function pointer(event, phase) {
  noteModifiers(event);
  if (event.pointerType !== "touch") {
    send({ type: "pointer", phase, button: Math.max(0, event.button), modifiers, ...place(event) });
    return;
  }
  if (phase === "down") {
    let id = 0;
    while ([...fingers.values()].includes(id)) id += 1;
    if (id < 32) fingers.set(event.pointerId, id);
  }
  const id = fingers.get(event.pointerId);
  if (id === undefined) return;
  if (phase === "up" || phase === "cancel") fingers.delete(event.pointerId);
  send({ type: "touch", phase, id, modifiers, ...place(event) });
}

canvas.addEventListener("pointerdown", (event) => {
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
  pointer(event, "down");
  event.preventDefault();
});
canvas.addEventListener("pointermove", (event) => pointer(event, "move"));
canvas.addEventListener("pointerup", (event) => pointer(event, "up"));
canvas.addEventListener("pointercancel", (event) => pointer(event, "cancel"));
canvas.addEventListener("pointerleave", (event) => {
  if (event.pointerType !== "touch") pointer(event, "leave");
});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

canvas.addEventListener("wheel", (event) => {
  noteModifiers(event);
  // In notches, of 48 points where it scrolls. With control it magnifies, which trackpads do too.
  const notch = [event.ctrlKey ? 100 : 48, 3, 0.1][event.deltaMode];
  send({
    type: "wheel", dx: event.deltaX / notch, dy: -event.deltaY / notch, modifiers, ...place(event),
  });
  event.preventDefault();
}, { passive: false });

function key(event, isDown) {
  noteModifiers(event);
  send({ type: "key", key: event.key, isDown, modifiers });
  // The browser keeps its own: those with control, those with names, and Tab, which leaves the canvas.
  const isBrowsers = event.ctrlKey || event.metaKey || event.altKey;
  const moves = event.key.length === 1 || /^(Arrow|Page|Home|End|Backspace)/.test(event.key);
  if (!isBrowsers && moves) event.preventDefault();
}

canvas.addEventListener("keydown", (event) => key(event, true));
canvas.addEventListener("keyup", (event) => key(event, false));
window.addEventListener("blur", () => {
  fingers.clear();
  send({ type: "blur" });
});

canvas.focus();
connect();
