import { loadCollations } from "../../../collation/uca/tables/tailoring.ts";
import type { Capabilities } from "../../dialect-types/dialect.ts";
import { probeStrings, PROBED_STRENGTHS, ranksOf } from "./native-order.ts";

export type RunMariadbProbe = (
  text: string,
  values: readonly (string | number)[],
) => Promise<readonly (readonly unknown[])[]>;

/** Minimum MariaDB version: the first one with JSON_TABLE and the collations of Unicode 14. */
const OLDEST_VERSION = [10, 10] as const;

/**
 * Detects the capabilities of a server. Requires a session with the variables of `MARIADB_SESSION`. Rejects MySQL,
 * because its results have not been verified.
 */
export async function probeMariadb(
  run: RunMariadbProbe,
): Promise<Capabilities | { readonly refused: string }> {
  const [[version]] = (await run("SELECT VERSION()", [])) as [[string]];
  const refused = refusedVersion(version);
  if (refused !== undefined) return { refused };
  await loadCollations("und");
  const features = new Set<string>();
  const strings = probeStrings();
  for (const [strength, collation, feature] of PROBED_STRENGTHS) {
    const rows = await run(
      `SELECT DENSE_RANK() OVER (ORDER BY k.v COLLATE ${collation}) FROM JSON_TABLE(?, '$[*]' COLUMNS(o FOR ORDINALITY, v VARCHAR(2) CHARACTER SET utf8mb4 PATH '$')) AS k ORDER BY k.o`,
      [JSON.stringify(strings)],
    );
    const ours = ranksOf(strings, strength);
    if (rows.length === ours.length && rows.every(([rank], i) => Number(rank) === ours[i]))
      features.add(feature);
  }
  return { version, functions: new Set(), features };
}

/** Returns a sentence that explains why a server version is unsupported; undefined if it is supported. */
export function refusedVersion(version: string): string | undefined {
  // Search for the version anywhere: some servers prepend another one, as in `5.5.5-10.11.6-MariaDB`.
  const [, major, minor] = /(\d+)\.(\d+)\.\d+-MariaDB/i.exec(version) ?? [];
  if (major === undefined) {
    return `The server calls itself ${version.slice(0, 100)}, which is not MariaDB. MySQL is not supported: its results have not been verified.`;
  }
  const isOld =
    Number(major) < OLDEST_VERSION[0] ||
    (Number(major) === OLDEST_VERSION[0] && Number(minor) < OLDEST_VERSION[1]);
  return isOld
    ? `The server is MariaDB ${major}.${minor}; ${OLDEST_VERSION.join(".")} is the oldest supported version.`
    : undefined;
}
