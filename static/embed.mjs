// Tells the page around the frame how tall the content is, so that it can give the
// frame that height. The content's height never depends on the frame's, so this
// comes to rest. Without the host's script nobody listens, and the frame scrolls.

const HEIGHT = "speculative-decoding:height";
const ASK = "speculative-decoding:ask";
const root = document.documentElement;

function tell() {
  const height = Math.ceil(root.getBoundingClientRect().height);
  // A frame that is not shown has no height; it tells when it is.
  if (height) parent.postMessage({ type: HEIGHT, height }, "*");
}

if (parent !== window) {
  // Browsers do not watch the size of frames that are out of sight, so the first
  // height is told without waiting for that.
  tell();
  document.fonts.ready.then(tell);
  new ResizeObserver(tell).observe(root);
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.type === ASK) tell();
  });
}
