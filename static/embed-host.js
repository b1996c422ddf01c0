// Sets the height of the calculator's frames as their content grows and shrinks.
// For pages that embed the calculator: one tag, however many frames there are.
//
//   <iframe data-speculative-decoding src="…/en/embed" title="…"></iframe>
//   <script src="…/static/embed-host.js" async></script>
//
// A message counts only if it comes from the window of such a frame, from the
// origin in its src, and names a number. All it can do is set the height of that
// one frame, within bounds. The style is set by script, which a host page's
// style-src does not forbid.
(() => {
  "use strict";
  const LEAST_PX = 60;
  const MOST_PX = 6000;
  const HEIGHT = "speculative-decoding:height";
  const ASK = "speculative-decoding:ask";
  const ONCE = Symbol.for("speculative-decoding:host");
  if (window[ONCE]) return;
  window[ONCE] = true;

  const frames = () => document.querySelectorAll("iframe[data-speculative-decoding]");

  // A frame that is sandboxed without allow-same-origin speaks from origin "null".
  function originOf(frame) {
    const sandbox = frame.getAttribute("sandbox");
    if (sandbox !== null && !/(^|\s)allow-same-origin(\s|$)/i.test(sandbox)) {
      return "null";
    }
    return new URL(frame.src, document.baseURI).origin;
  }

  // With box-sizing: border-box the height includes the frame's own border.
  function edges(frame) {
    const style = getComputedStyle(frame);
    if (style.boxSizing !== "border-box") return 0;
    return ["borderTopWidth", "borderBottomWidth", "paddingTop", "paddingBottom"]
      .map((name) => parseFloat(style[name]) || 0)
      .reduce((sum, width) => sum + width, 0);
  }

  addEventListener("message", ({ source, origin, data }) => {
    if (!source || data?.type !== HEIGHT || !Number.isFinite(data.height)) return;
    for (const frame of frames()) {
      if (frame.contentWindow !== source || originOf(frame) !== origin) continue;
      const height = Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil(data.height)));
      frame.style.height = `${height + edges(frame)}px`;
    }
  });

  // A frame that was there before this script has already told its height.
  for (const frame of frames()) frame.contentWindow?.postMessage({ type: ASK }, "*");
})();
