import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tests = [`test`, `apps/cli/test`].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${folder}/${file}`),
);

it("no test title starts with a code that only an internal list explains", () => {
  const coded = /(?:\b(?:it|describe|test)\b[^;"`\n]*|\]\)\()["`][A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*[:,] [^"`]*/g;
  const found = tests.flatMap((file) =>
    [...readFileSync(root + file, "utf8").matchAll(coded)].map(([title]) => `${file}: ${title}`),
  );
  expect(found).toEqual([]);
});
