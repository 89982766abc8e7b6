import { strengthOf, type Expression, type SortBy, type SortKey } from "../../ast/nodes.ts";
import type { Strength } from "../../collation/order/strength.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import type { BridgePlace } from "../contract/types.ts";

/** A sort key of another language: a member with a direction. */
export interface ForeignSortKey {
  readonly path: string;
  readonly isDescending: boolean;
  /** Position of null. Undefined if the server decides it. */
  readonly nulls?: "first" | "last" | undefined;
  /** Strength of the order of strings. Undefined if the server decides it. */
  readonly strength?: Strength | undefined;
  /** Order of strings that the source names, which tamis lacks. */
  readonly collation?: object | undefined;
  readonly span: Span;
  readonly place?: BridgePlace;
}

/** Reads `-a,+b,c`, with the spans of the keys. */
export function signedSortKeys(text: string, start = 0): readonly ForeignSortKey[] {
  const keys: ForeignSortKey[] = [];
  let at = start;
  for (const part of text.split(",")) {
    const path = part.trim();
    const from = at + part.indexOf(path);
    at += part.length + 1;
    const span = { start: from, end: from + path.length };
    keys.push({ path: path.replace(/^[-+]/, ""), isDescending: path.startsWith("-"), span });
  }
  return keys;
}

/** Translates a sort key. */
export function importSortKey(key: ForeignSortKey, importer: BridgeImporter): readonly SortKey[] {
  const { path, span, place = span } = key;
  const name = importer.name(path, span, place);
  if (name === undefined) return [];
  return orderBy(name, key, importer, {
    strings: "tamis sorts strings in the order of a language, and the other server in its own.",
    nulls:
      "Servers put null first or last. tamis puts it first in ascending order, and last in descending order.",
  });
}

/**
 * Returns the sort keys of an expression. Nulls last in ascending order, and nulls first in descending order, need a key
 * `isNull(x)` of their own.
 *
 * @param messages of notes about the order of strings, unless it is that of code points, and about a position of null that the source
 *   leaves open
 */
export function orderBy(
  of: Expression,
  { isDescending, nulls, strength, collation, span, place = span }: Omit<ForeignSortKey, "path">,
  importer: BridgeImporter,
  messages: { readonly strings: string; readonly nulls?: string },
): readonly SortKey[] {
  const { report, types } = importer;
  const direction = isDescending ? "descending" : "ascending";
  const sortKey = importer.sortKey(of, direction, span, place, strength);
  if (sortKey === undefined) return [];
  const isOfCodePoints = types.strengthOf([of]) === "codePoint" && collation === undefined;
  if (types.areStrings([of]) && !isOfCodePoints)
    report.note("string-order", "order", messages.strings, place, sortKey);
  if (!types.isNullable(of)) return [sortKey];
  if (nulls === undefined && messages.nulls !== undefined)
    report.note("null-order", "order", messages.nulls, place, sortKey);
  if (nulls === undefined || nulls === (isDescending ? "last" : "first")) return [sortKey];
  return [importer.sortKey(importer.isNull(of, span), direction, span)!, sortKey];
}

/** A sort key of a member. Keys of other expressions are left out. */
export interface ExportedSortKey {
  readonly key: SortKey;
  readonly name: string;
  readonly isDescending: boolean;
  readonly nulls: "first" | "last" | undefined;
}

/**
 * Joins the sort keys `isNull(x),x`, which move null to the other end: other languages write them as one key.
 *
 * @returns the sort keys, each with whether it moves null
 */
export function joinNullKeys(
  keys: readonly SortKey[],
): readonly { readonly key: SortKey; readonly isNullKey: boolean }[] {
  const joined: { readonly key: SortKey; readonly isNullKey: boolean }[] = [];
  for (let i = 0; i < keys.length; i++) {
    const first = keys[i]!;
    const second = keys.at(i + 1);
    const isNullKey =
      second !== undefined &&
      first.direction === second.direction &&
      first.expression.kind === "call" &&
      first.expression.callee === "isNull" &&
      first.expression.args[0]?.kind === "name" &&
      second.expression.kind === "name" &&
      second.expression.name === first.expression.args[0].name;
    if (isNullKey) i++;
    joined.push({ key: isNullKey ? second : first, isNullKey });
  }
  return joined;
}

/**
 * Returns the sort keys that a language can write.
 *
 * @param language its name, for messages
 * @param hasNulls whether the language can say where null is
 */
export function exportSortKeys<N extends object>(
  { keys }: SortBy,
  { report, types }: ExportContext<N>,
  language: string,
  hasNulls: boolean,
): readonly ExportedSortKey[] {
  const exported: ExportedSortKey[] = [];
  const single = hasNulls ? joinNullKeys(keys) : keys.map((key) => ({ key, isNullKey: false }));
  for (const { key, isNullKey } of single) {
    const { expression, span } = key;
    if (expression.kind !== "name") {
      report.drop("unsupported-order", `${language} sorts by members only.`, span);
      continue;
    }
    const isDescending = key.direction === "descending";
    const isNullable = types.isNullable(expression);
    const nulls = !isNullable ? undefined : isDescending !== isNullKey ? "last" : "first";
    exported.push({ key, name: expression.name, isDescending, nulls });
  }
  return exported;
}

/** Records that the order of strings differs, unless the key sorts other values or sorts by code points. */
export function noteStringOrder<N extends object>(
  key: SortKey,
  piece: N,
  message: string,
  { report, types }: ExportContext<N>,
): void {
  const type = types.typeOf(key.expression);
  const strength = strengthOf(key) ?? types.strengthOf([key.expression]);
  if ((type === undefined || type === "string") && strength !== "codePoint")
    report.note("string-order", "order", message, key.span, piece);
}

/** Records how the order of a written sort key differs. */
export function noteSortKey<N extends object>(
  { key, nulls }: ExportedSortKey,
  piece: N,
  { report, types }: ExportContext<N>,
  hasNulls: boolean,
): void {
  noteStringOrder(
    key,
    piece,
    "The server sorts strings in an order of its own, tamis in that of a language.",
    { report, types },
  );
  if (nulls === undefined || hasNulls) return;
  const message =
    "Servers put null first or last. tamis puts it first in ascending order, and last in descending order.";
  report.note("null-order", "order", message, key.span, piece);
}

/** Writes `-a,b` after a prefix. `nameOf` returns undefined for a name that the language cannot write. */
export function writeSignedSortBy(
  sortBy: SortBy,
  context: ExportContext<TextPiece>,
  language: string,
  nameOf: (name: string) => string | undefined,
  prefix = "",
): TextPiece | undefined {
  const pieces: TextPiece[] = [];
  for (const sortKey of exportSortKeys(sortBy, context, language, false)) {
    const name = nameOf(sortKey.name);
    if (name === undefined) {
      context.report.drop("unwritable-name", `${language} cannot write this name.`, sortKey.key.span);
      continue;
    }
    const piece = textPiece(1, sortKey.isDescending ? "-" : "", name);
    noteSortKey(sortKey, piece, context, false);
    pieces.push(piece);
  }
  return pieces.length === 0 ? undefined : textPiece(1, prefix, joinPieces(1, pieces, ","));
}
