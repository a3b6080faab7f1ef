// Who one is: the dialog to choose, and to add somebody.

import { avatar, el, errorText, fill, icon, languageName, t } from "./dom.js";
import { ask } from "./live.js";

export function choosePerson({ people, languages, current, onChoose }) {
  document.querySelector("dialog.who")?.remove();
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const rows = people.map((p) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "person",
          "aria-current": p.id === current ? "true" : null,
          onclick: () => (dialog.close(), onChoose(p.id)),
        },
        avatar(p),
        el(
          "span",
          { class: "texts" },
          el("span", { class: "label" }, p.name),
          el("span", { class: "hint", lang: p.locale }, languageName(p.locale)),
          p.moderates?.length
            ? el("span", { class: "hint" }, t("moderates", { servers: p.moderates.join(", ") }))
            : null,
        ),
      ),
    ),
  );
  const name = el("input", { type: "text", id: "new-name", maxLength: 32, autocomplete: "off" });
  const locale = el(
    "select",
    { id: "new-locale" },
    languages.map((l) =>
      el("option", { value: l, lang: l, selected: l.startsWith(document.documentElement.lang) }, languageName(l)),
    ),
  );
  const add = el(
    "form",
    { class: "add", method: "dialog" },
    el("h3", {}, t("add")),
    el("label", { htmlFor: "new-name" }, t("name")),
    name,
    el("label", { htmlFor: "new-locale" }, t("language")),
    locale,
    el("button", { type: "submit", class: "button primary" }, t("add_button")),
    problem,
  );
  add.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const person = await ask("add", { name: name.value, locale: locale.value });
      dialog.close();
      onChoose(person.id);
    } catch (error) {
      fill(problem, errorText(error)).hidden = false;
    }
  });
  const close =
    current &&
    el(
      "button",
      { type: "button", class: "round", "aria-label": t("close"), onclick: () => dialog.close() },
      icon("close"),
    );
  const other = current && el("p", {}, el("a", { href: "/", target: "_blank", rel: "noopener" }, t("new_tab")));
  const dialog = el(
    "dialog",
    { class: "who", "aria-labelledby": "who-title" },
    el("header", {}, el("h2", { id: "who-title" }, t("who")), close),
    el("p", { class: "hint" }, t("who_hint")),
    el("ul", { class: "persons" }, rows),
    add,
    other,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("cancel", (event) => !current && event.preventDefault());
  document.getElementById("dialogs").append(dialog);
  dialog.showModal();
  (dialog.querySelector("[aria-current]") || dialog.querySelector(".person")).focus();
}
