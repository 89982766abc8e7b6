import * as monaco from "monaco-editor/editor/editor.main";
import { createLanguageService } from "../../src/editor/service.ts";
import { registerMonacoLanguage } from "../../src/monaco/language.ts";
import { REPORTS } from "../editor/catalog.ts";

const service = createLanguageService({ catalog: REPORTS });
const { languageId } = registerMonacoLanguage(monaco, { service });
const element = document.createElement("div");
element.style.cssText = "width: 800px; height: 300px";
document.body.append(element);

globalThis.monaco = monaco;
globalThis.editor = monaco.editor.create(element, {
  language: languageId,
  value: "",
  "semanticHighlighting.enabled": true,
});
