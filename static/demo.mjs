// Plays the run of the demonstration cycle by cycle. Without it the whole run is
// there; with it too, until somebody steps or plays.

const player = document.querySelector(".player");
const lines = [...document.querySelectorAll("#cycles > li")];
const pieces = [...document.querySelectorAll("#runtext > span")];
const play = document.getElementById("play");
const WAIT_MS = 350;

let shown = lines.length;
let timer;

function show(count) {
  shown = Math.min(count, lines.length);
  for (const parts of [lines, pieces]) {
    parts.forEach((part, index) => (part.hidden = index >= shown));
  }
  lines[shown - 1]?.scrollIntoView({ block: "nearest" });
}

function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = play.dataset.play;
}

function step() {
  show(shown < lines.length ? shown + 1 : 1);
  if (shown === lines.length) stop();
}

if (player && lines.length) {
  player.hidden = false;
  play.dataset.play = play.textContent;
  document.getElementById("step").addEventListener("click", () => {
    stop();
    step();
  });
  document.getElementById("skip").addEventListener("click", () => {
    stop();
    show(lines.length);
  });
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return step();
    play.textContent = play.dataset.pause;
    timer = setInterval(step, WAIT_MS);
  });
}
