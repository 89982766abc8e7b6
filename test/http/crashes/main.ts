import { parseArgs } from "node:util";
import { killAndVerify } from "./kill-and-verify.ts";
import { PLACES } from "./places.ts";

/*
 * Kills servers between conditional PUTs, and verifies the versions of their rows:
 *
 *   node test/http/crashes/main.ts --puts 1000000 --seed 7
 *   node test/http/crashes/main.ts --puts 50000 --places postgres
 *
 * The places share the PUTs. Default: half of them go to SQLite and half to PostgreSQL.
 */

const { values } = parseArgs({
  options: {
    puts: { type: "string", default: "20000" },
    places: { type: "string", default: Object.keys(PLACES).join() },
    seed: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
const chosen = values.places.split(",");
const unknown = chosen.find((name) => !Object.hasOwn(PLACES, name));
if (unknown !== undefined) {
  console.error(`--places must be some of ${Object.keys(PLACES).join()}, got ${unknown}`);
  process.exit(2);
}

for (const name of chosen as (keyof typeof PLACES)[]) {
  const open = PLACES[name];
  const place = await open();
  const start = performance.now();
  try {
    const puts = Math.ceil(Number(values.puts) / chosen.length);
    const report = await killAndVerify({ place: place.arguments, puts, putsPerKill: 10_000, seed });
    const seconds = Math.round((performance.now() - start) / 1_000);
    console.log(
      `${name}: ${report.puts} conditional PUTs of 64 clients, ${report.acknowledged} acknowledged, ${report.changes} changes in one chain for each row, ${report.kills} kills, seed ${seed}, ${seconds} s`,
    );
  } finally {
    await place.end();
  }
}
