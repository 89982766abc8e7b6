import { describe, expect, it } from "vitest";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();
/** Every hundredth quantity is a word. */
const quantities = file(
  "quantities.csv",
  `qty,day\n${Array.from({ length: 500 }, (_, i) => `${i % 100 === 56 ? "twelve" : i},05.01.2024\n`).join("")}`,
);

describe("a column of numbers with a few words", () => {
  it("gets a message with the first word, its row and the option that reads the column as numbers", async () => {
    const { err } = await tamis(["query", quantities, "--filter", "gt(qty,10)", "--count"]);
    expect(err).toContain("qty is a string because of 'twelve' in row 57 and 4 more of 500 rows.");
    expect(err).toContain("help: Give --type qty=integer: other cells are then null, and are counted");
    expect(err).not.toContain("'10'");
  });

  it("compares as numbers with that option", async () => {
    const { out } = await tamis([
      "query",
      quantities,
      "--filter",
      "gt(qty,10)",
      "--count",
      "--type",
      "qty=integer",
    ]);
    expect(out.trim()).toBe("484");
  });

  it("can still be tested for equality with a quoted number", async () => {
    const { err } = await tamis(["query", quantities, "--filter", "eq(qty,10)", "--count"]);
    expect(err).toContain("help: Write '10': eq(qty,'10')");
  });
});

it("a column of local dates gets a message with the options that read them", async () => {
  const { err } = await tamis(["query", quantities, "--filter", "gt(day,2024-01-01)", "--count"]);
  expect(err).toContain("day is a string because of '05.01.2024' in row 1 and 499 more of 500 rows.");
  expect(err).toContain("help: Give --type day=date, and --dates day-first or month-first");
});
