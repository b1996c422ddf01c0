// A page with several forms: whichever is sent takes along what was typed into the
// others, so that nothing is lost. On the measurements page a paste takes the place
// of numbers by hand.

const forms = [...document.querySelectorAll("main form")];

addEventListener("submit", ({ target: sent }) => {
  const others = forms.filter((form) => form !== sent);
  for (const field of others.flatMap((form) => [...form.elements])) {
    const replaced = sent.method === "post" && field.closest("#by-hand");
    const typed = field.type === "text" && field.value !== field.defaultValue;
    if (!typed || replaced) continue;
    const own = sent.elements.namedItem(field.name);
    if (own) {
      if (own.value === own.defaultValue) own.value = field.value;
    } else {
      const taken = document.createElement("input");
      Object.assign(taken, { type: "hidden", name: field.name, value: field.value });
      sent.append(taken);
    }
  }
});
