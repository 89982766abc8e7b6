import { el } from "../dom/elements.ts";

/** Asks for the access token of the server. It stays in the tab. */
export function askToken(isRejected: boolean): Promise<string> {
  return new Promise((resolve) => {
    const input = el("input", {
      type: "password",
      id: "token",
      required: true,
      autocomplete: "off",
      "aria-describedby": "token-hint",
    });
    const form = el(
      "form",
      {
        submit: (event: Event) => {
          event.preventDefault();
          if (input.value.trim() === "") return;
          dialog.close();
          dialog.remove();
          resolve(input.value.trim());
        },
      },
      el("label", { for: "token" }, "Access token"),
      input,
      el(
        "p",
        { class: "hint", id: "token-hint" },
        isRejected
          ? "The server does not accept this token. It is the one of tamis serve --token."
          : "The server needs a token. It is kept in this tab only.",
      ),
      el("button", { class: "fix" }, "Continue"),
    );
    const dialog = el("dialog", { "aria-label": "Access token" }, form);
    // Without a token, the page has nothing to show.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  });
}
