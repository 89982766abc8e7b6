import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LanguageServiceOptions } from "../editor/contract/types.ts";
import { openEmbedded } from "../editor/embedded/embedded-document.ts";
import { findEmbedded, languageOfFile } from "../editor/embedded/find-embedded.ts";
import type { EmbeddedOptions } from "../editor/embedded/source.ts";
import { createLanguageService } from "../editor/service.ts";
import { FOREIGN_SYNTAX } from "../parser/foreign/lazy-foreign-syntax.ts";
import type { EslintPlugin, Report, RuleContext } from "./context.ts";

/** Options of the language service, and the names of the tags whose templates are filters (`filterNames`). */
export interface EslintOptions extends LanguageServiceOptions, EmbeddedOptions {}

/** Languages of files that ESLint parses as scripts. Files with other extensions, such as `.vue`, are read as scripts with JSX. */
const SCRIPTS: ReadonlySet<string> = new Set([
  "javascript",
  "javascriptreact",
  "typescript",
  "typescriptreact",
]);

/**
 * Creates a plugin of ESLint. Its rule `expressions` checks the filters and sorts of scripts: templates with the tag `filter`,
 * and URLs in strings, templates and comments. Each fix is a suggestion, because it changes the meaning of the program.
 *
 * @throws RangeError for an invalid limit, locale or time zone
 * @example
 * // eslint.config.js
 * export default [{ plugins: { tamis: eslintPlugin({ catalog: reports }) }, rules: { "tamis/expressions": "error" } }];
 */
export function eslintPlugin(options: EslintOptions = {}): EslintPlugin {
  const service = createLanguageService({ foreignSyntax: FOREIGN_SYNTAX, ...options });

  function check<F>(context: RuleContext<F>): void {
    const { filename, sourceCode } = context;
    if (sourceCode.text === undefined) return;
    const language = languageOfFile(filename);
    const expressions = findEmbedded(
      sourceCode.text,
      SCRIPTS.has(language) ? language : "typescriptreact",
      options,
    );
    for (const embedded of expressions) {
      for (const diagnostic of openEmbedded(service, embedded).diagnostics()) {
        // Hints are not reported, because they are no problems of the program.
        if (diagnostic.severity !== "hint") context.report(reportOf(diagnostic, context));
      }
    }
  }

  return {
    meta: { name: "tamis" },
    rules: {
      expressions: {
        meta: {
          type: "problem",
          docs: { description: "Check the filters and sorts in templates and URLs" },
          hasSuggestions: true,
          schema: [],
        },
        create: (context) => ({
          Program: () => {
            check(context);
          },
        }),
      },
    },
  };
}

function reportOf<F>({ code, message, span, fixes }: Diagnostic, { sourceCode }: RuleContext<F>): Report<F> {
  return {
    loc: { start: sourceCode.getLocFromIndex!(span.start), end: sourceCode.getLocFromIndex!(span.end) },
    message: `${message} (${code})`,
    suggest: fixes.map(({ title, edits }) => ({
      desc: title,
      fix: (fixer) =>
        edits.map((edit) => fixer.replaceTextRange([edit.span.start, edit.span.end], edit.text)),
    })),
  };
}
