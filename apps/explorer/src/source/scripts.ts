import { EDITOR, type ShowEditor } from "../contract/editor.ts";
import { LANGUAGE, type Language } from "../contract/language.ts";

/** Address of the script of the page. Its other scripts are next to it. */
const BASE = (document.currentScript as HTMLScriptElement).src;

export function scriptUrl(name: string): string {
  return new URL(name, BASE).href;
}

const scripts = new Map<string, Promise<unknown>>();

/** @throws Error with a message for the user */
export function loadLanguage(): Promise<Language> {
  return load("language.js", LANGUAGE);
}

/** @throws Error with a message for the user */
export function loadEditor(): Promise<ShowEditor> {
  return load("editor.js", EDITOR);
}

/** Loads a script once, and returns the global variable that it sets. */
function load<T>(file: string, variable: string): Promise<T> {
  const loaded =
    scripts.get(file) ??
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = scriptUrl(file);
      script.onload = () => resolve((globalThis as unknown as Readonly<Record<string, unknown>>)[variable]);
      script.onerror = () => {
        scripts.delete(file);
        reject(new Error("A part of the page cannot be loaded. Reload the page."));
      };
      document.head.append(script);
    });
  scripts.set(file, loaded);
  return loaded as Promise<T>;
}
