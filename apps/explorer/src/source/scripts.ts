import { LANGUAGE, type Language } from "../contract/language.ts";

/** Address of the script of the page. Its other scripts are next to it. */
const BASE = (document.currentScript as HTMLScriptElement).src;

export function scriptUrl(name: string): string {
  return new URL(name, BASE).href;
}

let language: Promise<Language> | undefined;

/** @throws Error with a message for the user */
export function loadLanguage(): Promise<Language> {
  return (language ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl("language.js");
    script.onload = () => resolve((globalThis as unknown as Record<typeof LANGUAGE, Language>)[LANGUAGE]);
    script.onerror = () => {
      language = undefined;
      reject(new Error("A part of the page cannot be loaded. Reload the page."));
    };
    document.head.append(script);
  }));
}
