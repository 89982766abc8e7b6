import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { DIALECTS } from "../src/sql/dialects/list.ts";

/*
 * Runs the tests with the large counts that the docs claim, one after the other, and prints the result of each with its seed:
 *
 *   npm run proof -- --seed 7 --only fuzz
 *
 * It takes hours. A failure does not end the run; the exit code is 1 if there was one.
 */

const { values } = parseArgs({
  options: { seed: { type: "string" }, only: { type: "string" } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const PARTS: readonly Part[] = [
  {
    name: "tests",
    command: ["vitest", "run"],
    environment: { TAMIS_TESTS: "proof", TAMIS_SEED: seed },
  },
  {
    name: "orm",
    command: ["vitest", "run", "test/orm"],
    environment: { TAMIS_TESTS: "proof", TAMIS_SEED: seed },
  },
  {
    name: "bridges",
    command: ["vitest", "run", "test/bridges"],
    environment: { TAMIS_TESTS: "proof", TAMIS_SEED: seed },
  },
  {
    name: "fuzz",
    command: ["node", "test/sql/fuzz/main.ts", "--expressions", "1000000", "--seed", seed],
  },
  {
    name: "tables",
    command: [
      "node",
      "test/sql/native-tables/main.ts",
      "--expressions",
      "200000",
      "--seed",
      seed,
      "--engines",
      "sqlite",
    ],
  },
  {
    name: "server-tables",
    command: [
      "node",
      "test/sql/native-tables/main.ts",
      "--expressions",
      "50000",
      "--seed",
      seed,
      "--engines",
      DIALECTS.flatMap(({ name }) => (name === "sqlite" ? [] : name)).join(),
    ],
  },
  {
    name: "texts",
    command: ["node", "test/text-fuzz/main.ts", "--inputs", "10000000", "--seed", seed],
  },
  {
    name: "edits",
    command: ["node", "test/editor/main.ts", "--edits", "100000", "--seed", seed],
  },
  {
    name: "decisions",
    command: ["node", "test/understand/main.ts", "--pairs", "200000", "--seed", seed],
  },
  {
    name: "saves",
    command: ["node", "test/engine/store/file/fuzz.ts", "--kills", "10000", "--seed", seed],
  },
  {
    name: "changes",
    command: ["node", "test/http/crashes/main.ts", "--puts", "1000000", "--seed", seed],
  },
  {
    name: "memory",
    command: ["node", "test/http/memory/main.ts", "--minutes", "10", "--seed", seed],
  },
  {
    name: "platform",
    command: ["node", "apps/platform/test/model/main.ts", "--steps", "100000", "--seed", seed],
  },
];

const chosen = PARTS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`--only must be one of ${PARTS.map(({ name }) => name).join(", ")}, got ${values.only}`);
  process.exit(2);
}

const results = chosen.map(({ name, command, environment }) => {
  console.log(`${name}: ${command.join(" ")} (seed ${seed})`);
  const start = performance.now();
  const { status } = spawnSync(command[0]!, command.slice(1), {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...environment },
  });
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  return {
    name,
    isGreen: status === 0,
    line: `${name}: ${status === 0 ? "passed" : "failed"} in ${minutes} min, seed ${seed}`,
  };
});

for (const { line } of results) console.log(line);
if (results.some(({ isGreen }) => !isGreen)) process.exitCode = 1;
