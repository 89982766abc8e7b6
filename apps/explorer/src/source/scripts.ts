import { LANGUAGE, type Language } from "../contract/language.ts";

/** Address of the script of the page. Its other scripts are next to it. */
const BASE = (document.currentScript as HTMLScriptElement).src;

export function scriptUrl(name: string): string {
  return new URL(name, BASE).href;
}

let loading: Promise<Language> | undefined;

/** Loads the script of the language and of the filter box, once. @throws Error with a message for the user */
export function loadLanguage(): Promise<Language> {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl("language.js");
    script.onload = () => resolve((globalThis as unknown as Readonly<Record<string, Language>>)[LANGUAGE]!);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("A part of the page cannot be loaded. Reload the page."));
    };
    document.head.append(script);
  }));
}
