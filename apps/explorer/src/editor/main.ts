import { EDITOR, type ShowEditor } from "../contract/editor.ts";
import { CodeEditor } from "./code-editor.ts";

const show: ShowEditor = (host, text, options) => new CodeEditor(host, text, options);

Object.defineProperty(globalThis, EDITOR, { value: show });
