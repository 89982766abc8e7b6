import * as autocomplete from "@codemirror/autocomplete";
import * as language from "@codemirror/language";
import * as lint from "@codemirror/lint";
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";
import { codeMirrorLanguage } from "../../src/codemirror/extension.ts";
import { createLanguageService } from "../../src/editor/service.ts";
import { REPORTS } from "../editor/catalog.ts";

const service = createLanguageService({ catalog: REPORTS });
const tamis = codeMirrorLanguage({ state, view, language, autocomplete, lint }, { service });
const errors = view.EditorView.exceptionSink.of((error) => (globalThis.failures ??= []).push(String(error)));

globalThis.editor = new view.EditorView({ extensions: [errors, tamis], parent: document.body });
