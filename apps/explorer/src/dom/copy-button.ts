import { el } from "./elements.ts";

const SHOWN_MILLISECONDS = 1_500;

export function copyButton(text: string, label: string): HTMLButtonElement {
  const button = el(
    "button",
    { type: "button", class: "fix copy", "aria-label": label, click: () => void copy() },
    "Copy",
  );
  const copy = async () => {
    button.textContent = (await copyText(text)) ? "Copied" : "Not allowed";
    setTimeout(() => (button.textContent = "Copy"), SHOWN_MILLISECONDS);
  };
  return button;
}

/** Browsers offer the clipboard only to some pages, and users can refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
