// Results follow the fields and sliders without a reload: the page of the new
// values is fetched, and what changed in its [data-live] parts is put in place.
// Without this script the button does the same.

const form = document.querySelector("form[data-live-form]");
const gone = document.getElementById("gone");
const announcer = document.getElementById("announcer");
const WAIT_FOR_TYPING_MS = 150;
const WAIT_FOR_SILENCE_MS = 700;
const GIVE_UP_MS = 8000;
const DONE_MS = 2000;

let typing, silence, running, again;

function address() {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const input = form.elements[name];
    if (value.trim() || !input.dataset?.optional) values.append(name, value);
  }
  return `${form.getAttribute("action")}?${values}`;
}

function show(page) {
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(old.id);
    if (!fresh) continue;
    old.className = fresh.className;
    if (old.innerHTML === fresh.innerHTML) continue;
    for (const open of old.querySelectorAll("details[open][id]")) {
      page.getElementById(open.id)?.setAttribute("open", "");
    }
    old.replaceChildren(...fresh.childNodes);
  }
  for (const input of form.querySelectorAll("input[id]")) {
    const fresh = page.getElementById(input.id);
    if (!fresh) continue;
    for (const name of ["aria-invalid", "aria-describedby", "aria-valuetext"]) {
      if (fresh.hasAttribute(name)) input.setAttribute(name, fresh.getAttribute(name));
      else input.removeAttribute(name);
    }
    if (input.type === "range" && input !== document.activeElement) {
      input.value = fresh.value;
    }
  }
  document.title = page.title;
  clearTimeout(silence);
  silence = setTimeout(() => {
    announcer.textContent = document.getElementById("verdict").textContent.trim();
  }, WAIT_FOR_SILENCE_MS);
}

// One request at a time, so that a long drag keeps showing results; what is
// typed meanwhile waits in `again`, and the newest answer is always the last.
async function update(finished) {
  clearTimeout(typing);
  if (running && !finished) {
    again = true;
    return;
  }
  running?.abort();
  again = false;
  const mine = (running = new AbortController());
  const url = address();
  const giveUp = setTimeout(() => mine.abort("slow"), GIVE_UP_MS);
  try {
    const response = await fetch(url, { signal: mine.signal });
    if (!response.ok && response.status !== 400) throw response.status;
    const text = await response.text();
    // An entry is not judged while it is being typed.
    if (response.ok || finished) {
      show(new DOMParser().parseFromString(text, "text/html"));
      history.replaceState(null, "", response.redirected ? response.url : url);
      if (finished === "sent") document.querySelector(".errsum")?.focus();
    }
    gone.hidden = true;
  } catch {
    if (mine === running) gone.hidden = false;
  } finally {
    clearTimeout(giveUp);
    if (mine === running) {
      running = null;
      if (again) update();
    }
  }
}

form?.addEventListener("input", ({ target }) => {
  const field = target.dataset.slides && document.getElementById(target.dataset.slides);
  if (field) field.value = target.value;
  clearTimeout(typing);
  if (field) update();
  else typing = setTimeout(update, WAIT_FOR_TYPING_MS);
});
form?.addEventListener("change", () => update("left"));
form?.addEventListener("submit", (event) => {
  // A button with a name changes the form itself: the browser sends it.
  if (event.submitter?.name) return;
  event.preventDefault();
  update("sent");
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-copies-link]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  try {
    // The fields may be newer than the link.
    await navigator.clipboard.writeText(new URL(address(), location.href).href);
    const done = document.getElementById("copied");
    done.hidden = false;
    announcer.textContent = done.textContent;
    setTimeout(() => (done.hidden = true), DONE_MS);
  } catch {
    location.assign(link.href);
  }
});
