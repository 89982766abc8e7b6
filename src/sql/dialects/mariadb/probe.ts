import { loadCollations } from "../../../collation/uca/tables/tailoring.ts";
import type { Capabilities } from "../../dialect-types/dialect.ts";
import { probeTexts, RANKED, ranksOf } from "./native-order.ts";

/** Runs a statement of ours: its rows, each a list of values. */
export type RunMariadbProbe = (
  text: string,
  values: readonly (string | number)[],
) => Promise<readonly (readonly unknown[])[]>;

/** The oldest version that has all that statements need: JSON_TABLE, and the collations of Unicode 14. */
const OLDEST = [10, 10] as const;

/**
 * Finds out what a server can do, in a session that is set up. MySQL is told from MariaDB, and refused: it speaks the same
 * protocol, but nothing that is said here of MariaDB has been proven of it.
 */
export async function probeMariadb(
  run: RunMariadbProbe,
): Promise<Capabilities | { readonly refused: string }> {
  const [[version]] = (await run("SELECT VERSION()", [])) as [[string]];
  const refused = refusedVersion(version);
  if (refused !== undefined) return { refused };
  await loadCollations("und");
  const features = new Set<string>();
  const texts = probeTexts();
  for (const [strength, collation, feature] of RANKED) {
    const found = await run(
      `SELECT DENSE_RANK() OVER (ORDER BY k.v COLLATE ${collation}) FROM JSON_TABLE(?, '$[*]' COLUMNS(o FOR ORDINALITY, v VARCHAR(2) CHARACTER SET utf8mb4 PATH '$')) AS k ORDER BY k.o`,
      [JSON.stringify(texts)],
    );
    const ours = ranksOf(texts, strength);
    if (found.length === ours.length && found.every(([rank], i) => Number(rank) === ours[i]))
      features.add(feature);
  }
  return { version, functions: new Set(), features };
}

/** Why a version is not spoken to, in plain words; undefined where it is. */
export function refusedVersion(version: string): string | undefined {
  // Some servers put the version of a protocol in front, as `5.5.5-10.11.6-MariaDB`.
  const [, major, minor] = /(\d+)\.(\d+)\.\d+-MariaDB/i.exec(version) ?? [];
  if (major === undefined) {
    return `The server calls itself ${version.slice(0, 100)}, which is not MariaDB. MySQL is not spoken to: its results have not been proven equal.`;
  }
  const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  return isOld
    ? `The server is MariaDB ${major}.${minor}, and ${OLDEST.join(".")} is the oldest with what statements need.`
    : undefined;
}
