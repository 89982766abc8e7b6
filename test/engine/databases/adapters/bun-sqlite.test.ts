import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findBun } from "../drivers/drivers.ts";
import { words } from "../../../words.ts";

/** The shared tests of databases run in Bun, with its driver. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const bun = findBun();
if (bun === undefined) console.warn("The tests of bun:sqlite are skipped: Bun is not installed.");

const SUITES = words(`
  databases-against-memory open-table rows-of-databases safe-integers query-contract aggregates
  computed-members slow-statements
`).map((name) => `test/engine/databases/${name}.test.ts`);

it.skipIf(bun === undefined)(
  "bun:sqlite passes the tests of the other databases",
  async () => {
    const vitest = `${root}node_modules/vitest/vitest.mjs`;
    // Samples can draw no test of one driver.
    const running = spawn(bun!, ["--bun", vitest, "run", "--pool=threads", "-t", "bun:sqlite", ...SUITES], {
      cwd: root,
      env: { ...process.env, TAMIS_TESTS: "proof", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors] = await Promise.all([text(running.stdout), text(running.stderr)]);
    const summary = /Tests\s+(?:(\d+) failed \| )?(\d+) passed/.exec(output);
    expect(summary, output + errors).not.toBeNull();
    expect(summary![1], output + errors).toBeUndefined();
    expect(Number(summary![2])).toBeGreaterThan(40);
  },
  300_000,
);
