import type { Strength } from "../../../collation/order/strength.ts";
import { createCollation } from "../../../collation/uca/keyed-collation.ts";
import { compareKeys } from "../../../collation/uca/key-column.ts";
import { localeWithRules } from "../../database-functions/locale-rules.ts";
import type { Capabilities } from "../../dialect-types/dialect.ts";
import { CASE_PROBE, caseRepairs, type CaseRepairs } from "./case-mapping.ts";

/**
 * To verify the order of ASCII strings, the server ranks all pairs: ICU's root collation has no rule for longer
 * sequences.
 */

/** Runs a query of the probe. Rows are arrays; numbers and booleans have their JavaScript types. */
export type RunPostgresProbe = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly (readonly unknown[])[]>;

export const ICU_ROOT = '"und-x-icu"';
/**
 * Feature: for ASCII strings in lower case, the server orders like the root collation at primary and secondary strength.
 */
export const FOLDED_ORDER = "ascii order below tertiary";
const ROOT_ORDER = "ascii order";

/** Returns the name of the feature that a locale orders ASCII strings as the root collation does. */
export function localeFeature(locale: string | undefined): string {
  return `${ROOT_ORDER} of ${localeWithRules(locale)}`;
}

/** Capabilities of a PostgreSQL server. Callers must reject every `encoding` except UTF8. */
export interface PostgresCapabilities extends Capabilities {
  /** Corrections that make the server's case mapping equal to JavaScript's; undefined if no corrections suffice. */
  readonly caseRepairs?: CaseRepairs | undefined;
  readonly encoding: string;
  readonly versionNumber: number;
}

/**
 * Detects the capabilities of a server.
 *
 * @param locales locales of filters and sort orders. Requires that their collation data is loaded.
 */
export async function probePostgres(
  run: RunPostgresProbe,
  locales: readonly string[],
): Promise<PostgresCapabilities> {
  const [server] = await run(
    `SELECT current_setting('server_version'), CAST(current_setting('server_version_num') AS integer), current_setting('server_encoding'), (SELECT count(*) > 0 FROM pg_catalog.pg_collation WHERE collname = 'und-x-icu'), (SELECT count(*) > 0 FROM pg_catalog.pg_collation WHERE collname = 'pg_unicode_fast')`,
    [],
  );
  const [version, versionNumber, encoding, hasIcu, hasCase] = server as [
    string,
    number,
    string,
    boolean,
    boolean,
  ];
  const features = new Set<string>();
  if (encoding === "UTF8" && hasIcu) await probeOrder(run, locales, features);
  const repairs = encoding === "UTF8" && hasCase ? caseRepairs(await run(CASE_PROBE, [])) : undefined;
  return { version, versionNumber, caseRepairs: repairs, encoding, functions: new Set(), features };
}

async function probeOrder(
  run: RunPostgresProbe,
  locales: readonly string[],
  features: Set<string>,
): Promise<void> {
  const texts = probeStrings();
  const isSame = async (value: string, strength: Strength) => {
    const rows = await run(
      `SELECT dense_rank() OVER (ORDER BY ${value} COLLATE ${ICU_ROOT})::integer FROM pg_catalog.unnest(CAST($1 AS text[])) WITH ORDINALITY AS p(s, i) ORDER BY i`,
      [texts],
    );
    const expected = ranks(texts, strength);
    return rows.length === expected.length && rows.every(([rank], i) => rank === expected[i]);
  };
  // Testing tertiary strength is enough for stronger levels: all these strings differ already at tertiary strength.
  if (!(await isSame("s", "tertiary"))) return;
  for (const locale of new Set(["und", ...locales])) {
    if (isRootForAscii(locale, texts)) features.add(localeFeature(locale));
  }
  const isFolded =
    (await isSame('lower(s COLLATE "C")', "primary")) && (await isSame('lower(s COLLATE "C")', "secondary"));
  if (isFolded) features.add(FOLDED_ORDER);
}

/** Returns the rank of each string in the root collation. Equal strings have the same rank. */
function ranks(texts: readonly string[], strength: Strength): readonly number[] {
  const collation = createCollation({ locale: "und", strength });
  const keys = texts.map((text) => collation.sortKey(text));
  const order = texts.map((_, i) => i).sort((a, b) => compareKeys(keys[a]!, keys[b]!));
  const result: number[] = [];
  let rank = 0;
  for (const [at, i] of order.entries()) {
    if (at === 0 || compareKeys(keys[i]!, keys[order[at - 1]!]!) !== 0) rank++;
    result[i] = rank;
  }
  return result;
}

/**
 * Returns whether a locale sorts the strings as the root collation does. Identical strength suffices: sort keys of weaker
 * strengths are prefixes.
 */
function isRootForAscii(locale: string, texts: readonly string[]): boolean {
  const root = createCollation({ locale: "und", strength: "identical" });
  const collation = createCollation({ locale: localeWithRules(locale), strength: "identical" });
  return texts.every((text) => compareKeys(root.sortKey(text), collation.sortKey(text)) === 0);
}

function probeStrings(): readonly string[] {
  const characters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
  const pairs = characters.flatMap((a) => characters.map((b) => a + b));
  return ["", ...characters, ...pairs, ...WORDS];
}

const WORDS = [
  ..."co-op coop CO-OP Coop cooperate a-b-c a-bc ab-c abc aBc Abc ABC a.b.c a_b_c 10 9 010 1e5 x10 x9 X10 dzs Dzs DZS ddz ccs ggy lly nny ssz tty zzs".split(
    " ",
  ),
];
