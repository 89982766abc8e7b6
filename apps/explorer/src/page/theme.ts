import { el } from "../dom/elements.ts";

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
    save(theme);
  };
  choose(theme);
  return button;
}

function nextOf(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
}

/** Browsers can refuse to store anything. The theme is then that of the system. */
function savedTheme(): Theme {
  try {
    const saved = localStorage.getItem(KEY);
    return THEMES.find((each) => each === saved) ?? "system";
  } catch {
    return "system";
  }
}

function save(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
