// Tells the page around the frame how tall the content is, so that it can give the
// frame that height. The content's height never depends on the frame's, so this
// comes to rest. Without the host's script nobody listens, and the frame scrolls.
// That page may say whether it is light or dark; a theme in the address stays.

const HEIGHT = "speculative-decoding:height";
const ASK = "speculative-decoding:ask";
const THEME = "speculative-decoding:theme";
const CLASSES = ["light", "dark"];
const root = document.documentElement;
const fixed = CLASSES.some((name) => root.classList.contains(name));

function tell() {
  const height = Math.ceil(root.getBoundingClientRect().height);
  // A frame that is not shown has no height; it tells when it is.
  if (height) parent.postMessage({ type: HEIGHT, height }, "*");
}

function wear(theme) {
  if (fixed || (theme !== "auto" && !CLASSES.includes(theme))) return;
  for (const name of CLASSES) root.classList.toggle(name, name === theme);
}

if (parent !== window) {
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data?.type === ASK) tell();
    else if (data?.type === THEME) wear(data.theme);
  });
  // Browsers do not watch the size of frames that are out of sight, so the first
  // height is told without waiting for that.
  tell();
  document.fonts.ready.then(tell);
  new ResizeObserver(tell).observe(root);
}
