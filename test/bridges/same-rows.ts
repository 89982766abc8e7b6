import { compilePredicate, check, print, type Expression } from "tamis";
import { effectOf, type BridgeNote } from "tamis/bridges";
import { CATALOG, type Row } from "./random.ts";

/** Returns the ids of the rows for which a filter is true. */
export function idsOf(filter: Expression, rows: readonly Row[]): readonly number[] {
  const checked = check(filter, CATALOG);
  if (!checked.ok) throw new Error(`${print(filter)}: ${checked.diagnostics[0]!.message}`);
  const keeps = compilePredicate(checked.filter, { locale: "en" });
  return rows.filter(keeps).map(({ id }) => id);
}

/**
 * Describes how the rows of a result contradict the report about it. Undefined if they do not.
 *
 * @param source ids of the rows that the source keeps
 * @param result ids of the rows that the translation keeps
 */
export function contradiction(
  source: readonly number[],
  result: readonly number[],
  report: readonly BridgeNote[],
): string | undefined {
  const effect = effectOf(report.filter((note) => note.part === "filter"));
  const [inSource, inResult] = [new Set(source), new Set(result)];
  const added = result.filter((id) => !inSource.has(id));
  const lost = source.filter((id) => !inResult.has(id));
  const isWrong =
    (added.length > 0 && effect !== "more" && effect !== "other") ||
    (lost.length > 0 && effect !== "fewer" && effect !== "other");
  return isWrong
    ? `effect ${effect ?? "none"}, added rows ${added.join()}, lost rows ${lost.join()}`
    : undefined;
}
