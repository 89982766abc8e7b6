import { el } from "../dom/elements.ts";
import { readStored, store } from "../dom/storage.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "tamis-theme";

/** A button that chooses the light theme, the dark theme or that of the system. Browsers remember it. */
export function themeButton(): HTMLButtonElement {
  let theme = savedTheme();
  const button = el("button", { type: "button", class: "quiet", click: () => choose(nextOf(theme)) });
  const choose = (chosen: Theme) => {
    theme = chosen;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    button.textContent = `Theme: ${theme}`;
    store(KEY, theme);
  };
  choose(theme);
  return button;
}

function nextOf(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
}

function savedTheme(): Theme {
  const saved = readStored(KEY);
  return THEMES.find((theme) => theme === saved) ?? "system";
}
