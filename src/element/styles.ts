/** Styles of the element. Custom properties begin with `--tamis-filter-`. Each color has a contrast of at least 4.5:1. */
const STYLES = `
:host {
  --background: var(--tamis-filter-background, light-dark(#fff, #1e1e1e));
  --color: var(--tamis-filter-color, light-dark(#1f2328, #e6e6e6));
  --muted: var(--tamis-filter-muted-color, light-dark(#59636e, #9da7b3));
  --border: var(--tamis-filter-border-color, light-dark(#818b98, #7d8590));
  --radius: var(--tamis-filter-border-radius, 8px);
  --focus: var(--tamis-filter-focus-color, light-dark(#0969da, #58a6ff));
  --error: var(--tamis-filter-error-color, light-dark(#b3261e, #ff9c94));
  --warning: var(--tamis-filter-warning-color, light-dark(#7d4e00, #e8b84a));
  --chip: var(--tamis-filter-chip-background, light-dark(#eaf0f8, #2b3440));
  --chip-color: var(--tamis-filter-chip-color, light-dark(#1b3a5c, #d3e3f8));
  --selected: var(--tamis-filter-selected-background, light-dark(#dbe9fb, #173a63));
  --raised: var(--tamis-filter-tooltip-background, light-dark(#fff, #2a2d31));
  --code: var(--tamis-filter-code-font, ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, monospace);
  display: block;
  color: var(--color);
  font: var(--tamis-filter-font, 0.9375rem/1.5 system-ui, sans-serif);
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
button { font: inherit; color: inherit; background: none; border: 0; margin: 0; padding: 0; cursor: pointer; }
button:disabled { cursor: default; }
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }

.box {
  display: flex;
  align-items: flex-start;
  gap: 4px;
  padding: 0 6px;
  background: var(--background);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  transition: border-color 120ms, box-shadow 120ms;
}
.box:focus-within { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
.box.error { border-color: var(--error); }
.box.error:focus-within { box-shadow: 0 0 0 1px var(--error); }
.box.disabled, .box.disabled ~ .chips { opacity: 0.6; }
.editor { flex: 1; min-width: 0; }
.clear {
  flex: none;
  width: 28px;
  height: 28px;
  margin: 5px 0;
  border-radius: 6px;
  color: var(--muted);
  font-size: 1.15em;
  line-height: 1;
}
.clear:hover, .chip-remove:hover { color: var(--color); background: color-mix(in srgb, currentColor 12%, transparent); }

.cm-editor { background: transparent; }
.cm-editor.cm-focused { outline: none; }
.cm-editor .cm-scroller { font-family: var(--code); line-height: 1.6; max-height: var(--tamis-filter-max-height, 12em); }
.cm-editor .cm-content { padding: 7px 0; caret-color: var(--color); color: var(--color); }
.cm-editor .cm-line { padding: 0 4px; }
.cm-editor .cm-placeholder { color: var(--muted); }
.cm-editor .cm-cursor { border-color: var(--color); }

.cm-editor .tamis-member, .cm-editor .tamis-parameter { color: var(--tamis-filter-member-color, light-dark(#0451a5, #9cdcfe)); }
.cm-editor .tamis-function { color: var(--tamis-filter-function-color, light-dark(#795e26, #dcdcaa)); }
.cm-editor .tamis-string { color: var(--tamis-filter-string-color, light-dark(#a31515, #ce9178)); }
.cm-editor .tamis-number, .cm-editor .tamis-date { color: var(--tamis-filter-number-color, light-dark(#096d48, #b5cea8)); }
.cm-editor .tamis-boolean { color: var(--tamis-filter-boolean-color, light-dark(#0000cc, #7cc0ff)); }
.cm-editor .tamis-strength, .cm-editor .tamis-option { color: var(--tamis-filter-keyword-color, light-dark(#811f9c, #d79ad1)); }
.problem-error { text-decoration: underline wavy var(--error) 1px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.problem-warning { text-decoration: underline wavy var(--warning) 1px; text-underline-offset: 3px; text-decoration-skip-ink: none; }

.cm-editor .cm-tooltip {
  background: var(--raised);
  color: var(--color);
  border: 1px solid light-dark(#d1d9e0, #484f58);
  border-radius: 8px;
  box-shadow: 0 6px 20px light-dark(#1f232826, #0008);
  z-index: var(--tamis-filter-tooltip-z-index, 500);
}
.cm-editor .tamis-tooltip, .problems { padding: 6px 10px; max-width: min(60ch, calc(100vw - 24px)); }
.tamis-code { font-family: var(--code); font-size: 0.9em; overflow-wrap: anywhere; }
.cm-editor .cm-tooltip.cm-tooltip-autocomplete > ul {
  font-family: var(--code);
  font-size: 0.9em;
  max-width: min(60ch, calc(100vw - 24px));
  max-height: 16em;
  padding: 4px;
}
.cm-editor .cm-tooltip.cm-tooltip-autocomplete > ul > li { display: flex; align-items: baseline; padding: 3px 8px; border-radius: 5px; }
.cm-editor .cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected] { background: var(--selected); color: var(--color); }
.cm-editor .cm-completionIcon { opacity: 1; color: var(--muted); }
.cm-editor .cm-completionLabel { flex: none; }
.cm-editor .cm-completionDetail {
  flex: 1;
  margin-inline-start: 1.5em;
  overflow: hidden;
  text-align: end;
  text-overflow: ellipsis;
  font-style: normal;
  color: var(--muted);
}
.cm-editor .cm-tooltip.cm-completionInfo { padding: 8px 10px; max-width: min(24em, calc(100vw - 24px)); overflow-wrap: anywhere; }
.cm-editor .cm-snippetField { background: color-mix(in srgb, var(--focus) 20%, transparent); border-radius: 2px; }

.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding-top: 8px; }
.list { display: contents; list-style: none; margin: 0; padding: 0; }
.chip {
  display: inline-flex;
  align-items: stretch;
  max-width: 100%;
  font-size: 0.875em;
  color: var(--chip-color);
  background: var(--chip);
  border: 1px solid transparent;
  border-radius: 999px;
  transition: border-color 120ms;
}
.chip:hover, .box:focus-within ~ .chips .active { border-color: color-mix(in srgb, var(--chip-color) 55%, transparent); }
.chip.error { border: 1px dashed var(--error); }
.chip-edit {
  min-width: 0;
  min-height: 26px;
  padding-block: 2px;
  padding-inline: 12px 4px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  border-radius: inherit;
}
.chip-remove { flex: none; width: 26px; border-radius: 999px; }
.chip-remove::before, .clear::before { content: "\\00d7" / ""; }
.chip:has(.chip-remove[hidden]) .chip-edit { padding-inline-end: 12px; }
.more { font-size: 0.875em; color: var(--muted); }
.add {
  min-height: 28px;
  padding: 2px 12px;
  font-size: 0.875em;
  color: var(--muted);
  border: 1px dashed var(--border);
  border-radius: 999px;
}
.add::before { content: "+\\00a0" / ""; }
.add:hover:enabled { color: var(--color); border-style: solid; }

.message { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 8px; font-size: 0.875em; }
.message:has(.status:not(:empty)) { padding-top: 8px; }
.status { color: var(--error); overflow-wrap: anywhere; }
.status.warning { color: var(--warning); }
.problem.error { border-inline-start: 3px solid var(--error); padding-inline-start: 8px; }
.problem.warning { border-inline-start: 3px solid var(--warning); padding-inline-start: 8px; }
.fix {
  padding: 1px 10px;
  margin-block: 2px;
  color: var(--focus);
  border: 1px solid currentColor;
  border-radius: 6px;
}
.problem .fix { margin-inline-start: 8px; }
.fix:hover { background: color-mix(in srgb, currentColor 12%, transparent); }
.chip-edit, .status { unicode-bidi: plaintext; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { .chip, .chip:hover, .box:focus-within ~ .chips .active { border-color: ButtonBorder; } }
`;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Returns the style sheet of a document. All elements of the document share it. A content security policy does not block it. */
export function styleSheetOf(page: Document): CSSStyleSheet {
  let sheet = sheets.get(page);
  if (sheet === undefined) {
    sheet = new (page.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(STYLES);
    sheets.set(page, sheet);
  }
  return sheet;
}
