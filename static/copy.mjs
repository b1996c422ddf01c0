// A button with data-copies copies the text of the element with that id. Where the
// clipboard may not be used, the text is selected, ready to be copied by hand.

const announcer = document.getElementById("announcer");
const SHOWN_MS = 2000;

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    return;
  }
  const words = button.firstChild;
  const before = words.data;
  words.data = button.dataset.done;
  if (announcer) announcer.textContent = button.dataset.done;
  setTimeout(() => (words.data = before), SHOWN_MS);
});
