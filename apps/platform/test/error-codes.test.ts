import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAMILIES } from "tamis/families";

const page = readFileSync(new URL("../docs/error-codes.md", import.meta.url), "utf8");

interface Row {
  readonly code: string;
  readonly status: string;
  readonly file: string;
  readonly title: string;
}

/** The rows of each table, by the name of the family in its heading. */
const tables = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n");
      return [name.trim(), lines.filter((line) => /^\| [A-Z\d]/.test(line)).map(readRow)] as const;
    }),
);

function readRow(line: string): Row {
  const [, code = "", status = "", , test = ""] = line.split("|").map((cell) => cell.trim());
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
  return { code, status, file, title };
}

/** Families with a table. */
const LISTED = ["annotations", "detection", "model-management", "reports"];

it("the page lists all codes of each family in it, with their statuses", () => {
  expect([...tables.keys()]).toEqual(LISTED);
  for (const name of LISTED) {
    const { errors } = FAMILIES.find((family) => family.name === name)!;
    const rows = tables.get(name)!;
    expect(rows.map(({ code }) => code).sort(), name).toEqual(errors.map(({ code }) => String(code)).sort());
    for (const { code, status } of errors) {
      const row = rows.find((each) => each.code === String(code))!;
      if (row.status !== "" && status.length > 0) expect(status.map(String), row.code).toContain(row.status);
    }
  }
});

it("each code has a test", () => {
  const rows = [...tables.values()].flat();
  expect(rows.length).toBeGreaterThan(20);
  for (const { code, file, title } of rows) {
    expect(file, code).toMatch(/\.test\.ts$/);
    expect(title, code).not.toBe("");
    expect(readFileSync(new URL(file, import.meta.url), "utf8"), code).toContain(title);
  }
});
