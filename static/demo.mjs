// Plays the run of the demonstration cycle by cycle. Without it the whole run is
// there; with it too, until somebody steps or plays.

const WAIT_MS = 350;
const player = document.getElementById("player");

function start() {
  const list = document.getElementById("cycles");
  const lines = [...list.children];
  const pieces = [...document.getElementById("runtext").children];
  const [step, play, skip, at, heard] = ["step", "play", "skip", "at", "heard"].map(
    (id) => document.getElementById(id),
  );
  const playWords = play.textContent;
  const steady = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = lines.length;
  let timer;

  function show(count) {
    shown = Math.min(count, lines.length);
    for (const parts of [lines, pieces]) {
      parts.forEach((part, index) => (part.hidden = index >= shown));
    }
    at.textContent = `${shown} / ${lines.length}`;
    // Moves the list only; the page stays where its reader has it.
    list.scrollTop = list.scrollHeight;
  }

  // While it plays, three lines a second would drown a screen reader.
  function say() {
    heard.textContent = `${shown}: ${lines[shown - 1].querySelector(".vh").textContent}`;
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    play.textContent = playWords;
    say();
  }

  function next() {
    show(shown < lines.length ? shown + 1 : 1);
  }

  step.addEventListener("click", () => {
    next();
    stop();
  });
  skip.addEventListener("click", () => {
    show(lines.length);
    stop();
    list.scrollTop = 0;
  });
  play.addEventListener("click", () => {
    if (timer) return stop();
    next();
    if (steady.matches || shown === lines.length) return say();
    play.textContent = play.dataset.pause;
    timer = setInterval(() => {
      next();
      if (shown === lines.length) stop();
    }, WAIT_MS);
  });
  player.hidden = false;
}

if (player) start();
