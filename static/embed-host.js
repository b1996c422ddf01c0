// Sets the height of the calculator's frames as their content grows and shrinks, and
// tells them whether the page around them is light or dark.
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
  const THEME = "speculative-decoding:theme";
  const ONCE = Symbol.for("speculative-decoding:host");
  // Where sites keep what their switch chose, and what it says: Material and
  // Zensical on body, Docusaurus and Bootstrap (MkDocs' own theme) on html, themes for
  // Sphinx on either.
  const ATTRIBUTES = ["data-md-color-scheme", "data-theme", "data-bs-theme"];
  const THEMES = { default: "light", slate: "dark", light: "light", dark: "dark" };
  if (window[ONCE]) return;
  window[ONCE] = true;

  const root = document.documentElement;
  let theme = null;

  const frames = () => document.querySelectorAll("iframe[data-speculative-decoding]");
  const addressOf = (frame) => new URL(frame.src, document.baseURI);

  // A frame that is sandboxed without allow-same-origin speaks from origin "null".
  function originOf(frame) {
    const sandbox = frame.getAttribute("sandbox");
    if (sandbox !== null && !/(^|\s)allow-same-origin(\s|$)/i.test(sandbox)) {
      return "null";
    }
    return addressOf(frame).origin;
  }

  // With box-sizing: border-box the height includes the frame's own border.
  function edges(frame) {
    const style = getComputedStyle(frame);
    if (style.boxSizing !== "border-box") return 0;
    return ["borderTopWidth", "borderBottomWidth", "paddingTop", "paddingBottom"]
      .map((name) => parseFloat(style[name]) || 0)
      .reduce((sum, width) => sum + width, 0);
  }

  // What the page's switch says, or null where the page has none.
  function chosen() {
    const said = [document.body, root].flatMap((element) =>
      ATTRIBUTES.map((name) => element?.getAttribute(name) ?? null),
    );
    const known = said.find((value) => Object.hasOwn(THEMES, value));
    if (known !== undefined) return THEMES[known];
    return said.some((value) => value !== null) ? "auto" : null;
  }

  // A theme in the frame's own address is the author's choice, and stays.
  function pass(frame) {
    const own = addressOf(frame).searchParams.get("theme");
    if (theme === null || own === "light" || own === "dark") return;
    frame.contentWindow?.postMessage({ type: THEME, theme }, "*");
  }

  function follow() {
    const before = theme;
    // A switch that goes away leaves the frames to the visitor's system.
    theme = chosen() ?? (theme && "auto");
    if (theme !== before) frames().forEach(pass);
  }

  // The body may not be there yet, and client-side navigation may put in another.
  const observer = new MutationObserver(() => {
    watch();
    follow();
  });
  function watch() {
    observer.observe(root, { attributeFilter: ATTRIBUTES, childList: true });
    if (document.body) {
      observer.observe(document.body, { attributeFilter: ATTRIBUTES });
    }
  }

  addEventListener("message", ({ source, origin, data }) => {
    if (!source || data?.type !== HEIGHT || !Number.isFinite(data.height)) return;
    for (const frame of frames()) {
      if (frame.contentWindow !== source || originOf(frame) !== origin) continue;
      const height = Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil(data.height)));
      frame.style.height = `${height + edges(frame)}px`;
      // Who speaks may just have been loaded.
      pass(frame);
    }
  });

  watch();
  follow();
  // A frame that was there before this script has already told its height.
  for (const frame of frames()) frame.contentWindow?.postMessage({ type: ASK }, "*");
})();
