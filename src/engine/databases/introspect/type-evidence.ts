import { defineCatalog } from "../../../catalog/define-catalog.ts";
import { StringKinds } from "../../../catalog/rows/string-kinds.ts";
import type { Catalog, MemberDefinition } from "../../../catalog/types.ts";
import { sampleStrings } from "../../../sql/compile/string-sample.ts";
import { assumedDialect } from "../../../sql/dialects/list.ts";
import type { TableDefinition } from "../../../sql/tables/table-definition.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { requireSource, type SnapshotOptions, type SqlSource } from "../source.ts";

export interface TypeEvidenceOptions extends SnapshotOptions {
  readonly source: SqlSource;
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Names of members. Those that are not strings are ignored. */
  readonly members: readonly string[];
}

/** Maximum number of rows that are read. */
const SAMPLED_ROWS = 10_000;
/** Rows that are in memory at once. */
const BATCH_ROWS = 1_000;
/** Characters that are read of each string. Longer strings are never numbers or dates. */
const SAMPLED_CHARACTERS = 100;

/**
 * Returns the catalog with `evidence` for string members of which most values look like numbers, booleans, dates or
 * times, in up to 10,000 rows of the table. Messages about these members then name the first value that does not. The
 * evidence has no row numbers, because the rows of a table have no order.
 *
 * @throws StatementError for errors of the database.
 * @example
 * const explained = await withTypeEvidence({ source, catalog, table, members: ["quantity"] });
 * check(tree, explained).diagnostics // "quantity is a string because of 'twelve' and 9 more of 1,000 rows."
 */
export async function withTypeEvidence(given: TypeEvidenceOptions): Promise<Catalog> {
  const options = ownProperties(given);
  const { source, catalog, table, members } = options;
  requireSource(source);
  const limits = { rows: SAMPLED_ROWS, characters: SAMPLED_CHARACTERS };
  const sample = sampleStrings(catalog, table, assumedDialect(source.dialect), members, limits);
  if (sample === undefined) return catalog;
  const kinds = sample.members.map(() => new StringKinds());
  let rows = 0;
  await source.snapshot(async (session) => {
    for await (const batch of session.batches(sample.statement, BATCH_ROWS)) {
      for (const values of batch) {
        rows++;
        for (const [i, value] of values.entries()) if (typeof value === "string") kinds[i]!.add(value, rows);
      }
    }
  }, options);
  const definitions = new Map<string, MemberDefinition>();
  for (const [i, name] of sample.members.entries()) {
    const evidence = kinds[i]!.evidence(rows);
    if (evidence === undefined) continue;
    const definition = catalog.definition.members[name];
    const ownDefinition = typeof definition === "string" ? {} : definition;
    const { type, misfit, more, otherFormat, decimalComma } = evidence;
    const details = {
      ...(misfit !== undefined && { misfit }),
      ...(otherFormat !== undefined && { otherFormat }),
      ...(decimalComma !== undefined && { decimalComma }),
    };
    definitions.set(name, { ...ownDefinition, type: "string", evidence: { type, ...details, more, rows } });
  }
  if (definitions.size === 0) return catalog;
  const changed = { ...catalog.definition.members, ...Object.fromEntries(definitions) };
  return defineCatalog({ ...catalog.definition, members: changed });
}
