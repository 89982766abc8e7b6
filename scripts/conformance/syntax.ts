import { FUNCTIONS } from "../../src/functions/list.ts";
import type { FunctionDefinition, FunctionParameter } from "../../src/functions/definition/types.ts";
import { errorCase } from "./make.ts";
import type { Case, CaseFile } from "./case.ts";

/** Invalid calls of each function: numbers of arguments, commas, parentheses, strengths, case of the name. */

const ARGUMENTS: Partial<Record<FunctionParameter["type"], string>> = {
  condition: "true",
  pattern: "'x'",
  integer: "1",
  map: "m",
};

/** Returns a valid argument for a parameter. */
const argument = ({ type }: FunctionParameter) => ARGUMENTS[type] ?? "a";

function fewest({ signatures }: FunctionDefinition): string[] {
  const { parameters } = signatures[0]!;
  return parameters.filter(({ optional }) => optional !== true).map(argument);
}

/** Returns one argument more than the longest signature accepts; undefined if the number is unlimited. */
function tooMany(
  definition: FunctionDefinition,
): { readonly taken: string[]; readonly surplus: string } | undefined {
  const { signatures } = definition;
  if (signatures.some(({ rest }) => rest !== undefined)) return undefined;
  const { parameters } = signatures.toSorted((a, b) => b.parameters.length - a.parameters.length)[0]!;
  return { taken: parameters.map(argument), surplus: "a" };
}

function casesOf(definition: FunctionDefinition): Case[] {
  const { name, strength } = definition;
  const least = fewest(definition);
  const call = (args: readonly string[]) => `${name}(${args.join(",")})`;
  const id = (what: string) => `syntax/${name}/${what}`;
  const [first, ...rest] = least;
  const others = rest.length === 0 ? "" : `,${rest.join(",")}`;
  const cases = [
    errorCase(id("no argument"), `«${name}()»`, "wrong-argument-count"),
    errorCase(id("trailing comma"), `${name}(${least.join(",")}«,»)`, "missing-argument"),
    errorCase(id("leading comma"), `${name}(«,»${least.join(",")})`, "missing-argument"),
    errorCase(id("two commas"), `${name}(${least.join(",")},«,»${least[0]!})`, "missing-argument"),
    errorCase(id("no comma"), `${name}(${first!} «${least[1] ?? "a"}»)`, "missing-comma"),
    errorCase(id("never closed"), `«${name}(»${least.join(",")}`, "missing-parenthesis"),
    errorCase(id("closed twice"), `${call(least)}«)»`, "unexpected-parenthesis"),
    errorCase(id("parentheses around"), `«(»${call(least)})`, "unexpected-parenthesis"),
    errorCase(id("text behind"), `${call(least)} «x»`, "unexpected-text"),
    errorCase(id("upper case"), `«${name.toUpperCase()}»(${least.join(",")})`, "unknown-function"),
    errorCase(
      id("first letter"),
      `«${name.charAt(0).toUpperCase()}${name.slice(1)}»(${least.join(",")})`,
      "unknown-function",
    ),
    errorCase(id("strength in second place"), `${name}(${first!},«$primary»${others})`, "misplaced-strength"),
    errorCase(id("strength in capitals"), `${name}(«$PRIMARY»,${least.join(",")})`, "unknown-strength"),
    errorCase(id("strength unknown"), `${name}(«$foo»,${least.join(",")})`, "unknown-strength"),
    errorCase(id("strength twice"), `${name}($primary,«$primary»,${least.join(",")})`, "misplaced-strength"),
  ];
  if (!strength)
    cases.push(
      errorCase(id("takes no strength"), `«${name}»($primary,${least.join(",")})`, "strength-not-allowed"),
    );
  if (least.length > 1 && !(name === "and" || name === "or")) {
    cases.push(errorCase(id("too few"), `«${call(least.slice(0, -1))}»`, "wrong-argument-count"));
  }
  const many = tooMany(definition);
  if (many !== undefined) {
    cases.push(
      errorCase(id("too many"), `${name}(${many.taken.join(",")},«${many.surplus}»)`, "wrong-argument-count"),
    );
    cases.push(
      errorCase(
        id("nested too many"),
        `not(isNull(${name}(${many.taken.join(",")},«${many.surplus},a»)))`,
        "wrong-argument-count",
      ),
    );
  }
  return cases;
}

export function syntaxFile(): CaseFile {
  return {
    about: "Invalid calls of each function.",
    cases: FUNCTIONS.flatMap(casesOf),
  };
}
