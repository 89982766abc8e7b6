import * as autocomplete from "@codemirror/autocomplete";
import * as language from "@codemirror/language";
import * as lint from "@codemirror/lint";
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";

/** The real modules. That they fit the structural types of the adapter is checked by the compiler. */
export const MODULES = { state, view, language, autocomplete, lint };
