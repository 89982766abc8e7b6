import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { NATIVE_DATABASES } from "./list.ts";
import type { NativeType } from "./native-type.ts";

/**
 * Compares the tables of docs/native-types.md with the lists of native types, which the fuzzer compares with `findTable`.
 * `TAMIS_UPDATE=1` rewrites the tables.
 */

const PAGE = fileURLToPath(new URL("../../../docs/native-types.md", import.meta.url));

/** Returns a table with a row for each type of member. */
function tableOf(types: readonly NativeType[]): string {
  const groups = Map.groupBy(types, ({ readAs = "determined by the values" }) => readAs);
  const rows = [...groups].map(([readAs, group]) => {
    const names = new Set(group.map(({ ddl, title = ddl }) => (title === "" ? "no type" : `\`${title}\``)));
    return `| ${readAs === "none" ? "not a member" : readAs} | ${[...names].join(", ")} |`;
  });
  return ["| read as | types |", "|---|---|", ...rows].join("\n");
}

it.each(NATIVE_DATABASES.map(({ name, types }) => [name, types] as const))(
  "docs/native-types.md lists each native type of %s with the type that it is read as",
  (name, types) => {
    const page = readFileSync(PAGE, "utf8");
    const begin = `<!-- types of ${name} -->\n`;
    const [before, after = ""] = page.split(begin);
    const end = after.indexOf("\n<!-- end -->");
    const written = `${before}${begin}${tableOf(types)}${after.slice(Math.max(0, end))}`;
    if (process.env["TAMIS_UPDATE"] === "1" && end >= 0) writeFileSync(PAGE, written);
    expect(page.includes(begin) && end >= 0).toBe(true);
    expect(readFileSync(PAGE, "utf8")).toBe(written);
  },
);
