import { unknownMember } from "../diagnostics/sentences.ts";
import { Linter, RuleTester, type Rule } from "eslint";
import { describe, expect, it } from "vitest";
import { parser } from "typescript-eslint";
import { defineCatalog } from "tamis";
import { eslintPlugin } from "tamis/eslint";

RuleTester.describe = describe;
RuleTester.it = it;

const catalog = defineCatalog({ name: "reports", members: { name: "string", size: "integer" } });
const plugin = eslintPlugin({ catalog });
const rule: Rule.RuleModule = plugin.rules.expressions;

new RuleTester().run("expressions in JavaScript", rule, {
  valid: [
    "const f = filter`and(eq(name,${x}),gt(size,1))`;",
    "fetch('/reports?filter=eq(name,%27x%27)&sortBy=size:descending');",
    "const a = 'no URL: eq(nmae,1)';",
    "other`eq(nmae,1)`;",
  ],
  invalid: [
    {
      code: "const f = filter`\n  eq(nmae,${x})\n`;",
      errors: [
        {
          message: `${unknownMember("nmae", "name")} (unknown-member)`,
          line: 2,
          column: 6,
          endLine: 2,
          endColumn: 10,
          suggestions: [{ desc: "Write name", output: "const f = filter`\n  eq(name,${x})\n`;" }],
        },
      ],
    },
    {
      code: `fetch("/reports?filter=eq(name,'O'Brien')&sortBy=size:down");`,
      errors: [
        {
          message: /\(unescaped-quote\)$/,
          suggestions: [
            {
              desc: "Double the quote",
              output: `fetch("/reports?filter=eq(name,'O''Brien')&sortBy=size:down");`,
            },
          ],
        },
        { message: /^There is no sort option down\..*\(unknown-sort-option\)$/ },
      ],
    },
  ],
});

new RuleTester({ languageOptions: { parser } }).run("expressions in TypeScript", rule, {
  valid: [{ code: "const f: Filter = filter`gt(size,${x as number})`;", filename: "a.ts" }],
  invalid: [
    {
      code: "const f = <T,>(x: T) => filter`eq(nmae,${x})`;",
      filename: "a.tsx",
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
      errors: [
        {
          message: /\(unknown-member\)$/,
          suggestions: [{ desc: "Write name", output: "const f = <T,>(x: T) => filter`eq(name,${x})`;" }],
        },
      ],
    },
  ],
});

describe("eslintPlugin", () => {
  const problems = (code: string, options: Parameters<typeof eslintPlugin>[0] = {}) =>
    new Linter().verify(code, [
      {
        plugins: { tamis: eslintPlugin(options) },
        rules: { "tamis/expressions": "error" },
      },
    ]);

  it("reads the tags of an option", () => {
    expect(problems("where`eq(`;", { filterNames: ["where"] })).toHaveLength(1);
    expect(problems("where`eq(`;")).toEqual([]);
  });

  it("keeps offsets in a file with a byte order mark", () => {
    const [problem] = problems("\ufefffilter`eq(nmae,1)`;", { catalog });
    expect(problem).toMatchObject({ line: 1, column: 11, endColumn: 15 });
  });

  it("rejects an invalid locale when it is created", () => {
    expect(() => eslintPlugin({ locale: "no locale" })).toThrow(RangeError);
  });
});
