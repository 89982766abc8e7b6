import type { Catalog } from "../../catalog/types.ts";
import { quote } from "../../ast/print.ts";
import {
  applyEdits,
  diagnostic,
  hasErrors,
  type Diagnostic,
  type Fix,
  type TextEdit,
} from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";

/** Maximum length of texts that are searched for names with spaces. The work is this length times the number of members. */
const maxText = 1_000;
const SPACE = /\s/;
/** Characters that continue a name. */
const NAME_CHARACTER = /[\p{L}\p{N}_@.-]/u;

/**
 * Finds members that are written as in the header of a spreadsheet, with spaces: `gt(Order Date,5)`. Returns one diagnostic in
 * place of all others, whose fixes also correct the only other mistake of the text. Undefined if there are no such members, or
 * several other mistakes.
 *
 * @param parse returns the diagnostics of another text
 */
export function readSpacedNames(
  text: string,
  catalog: Catalog | undefined,
  parse: (text: string) => readonly Diagnostic[],
): Diagnostic | undefined {
  const names = catalog === undefined || text.length > maxText ? [] : findSpacedNames(text, catalog);
  const [first] = names;
  if (first === undefined) return undefined;
  const renaming = names.map(({ edit }) => edit);
  const renamed = applyEdits(text, renaming);
  const errors = parse(renamed).filter(({ severity }) => severity === "error");
  const message = `Names have no spaces here: ${show(quote(first.property))} is called ${first.name}.`;
  const { span } = first.edit;
  if (errors.length === 0) {
    const title = names.length === 1 ? `Write ${first.name}` : "Write names without spaces";
    return diagnostic("missing-comma", span, message, [{ title, edits: renaming }]);
  }
  const [error] = errors;
  if (errors.length > 1) return undefined;
  const fixes = error!.fixes.flatMap(({ title, edits }): Fix[] => {
    const fixed = applyEdits(renamed, edits);
    return hasErrors(parse(fixed))
      ? []
      : [{ title, edits: [{ span: { start: 0, end: text.length }, text: fixed }] }];
  });
  return diagnostic(error!.code, span, `${message} ${error!.message}`, fixes);
}

interface SpacedName {
  readonly property: string;
  readonly name: string;
  readonly edit: TextEdit;
}

/** Returns the names in the order of the text. Of several that begin at the same position, returns the longest. */
function findSpacedNames(text: string, catalog: Catalog): readonly SpacedName[] {
  const plain = withoutStrings(text);
  const spacedNames: SpacedName[] = [];
  for (const { property, name, filterable } of catalog.members.byName.values()) {
    if (!filterable || property === name || !SPACE.test(property)) continue;
    for (let at = plain.indexOf(property); at >= 0; at = plain.indexOf(property, at + property.length)) {
      const span = { start: at, end: at + property.length };
      if (NAME_CHARACTER.test(plain.charAt(at - 1)) || NAME_CHARACTER.test(plain.charAt(span.end))) continue;
      spacedNames.push({ property, name, edit: { span, text: name } });
    }
  }
  spacedNames.sort((a, b) => a.edit.span.start - b.edit.span.start || b.property.length - a.property.length);
  let end = 0;
  return spacedNames.filter(({ edit: { span } }) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

/** Returns the text with the contents of its strings replaced by others of the same length. */
function withoutStrings(text: string): string {
  return text.replaceAll(/'[^']*'?|"[^"]*"?/g, (string) => "'".repeat(string.length));
}
