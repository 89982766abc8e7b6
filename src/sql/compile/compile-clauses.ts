import { requireCatalog } from "../../catalog/require-catalog.ts";
import { requireKind, requireObject } from "../../diagnostics/require-argument.ts";
import { requestLocale } from "../../collation/locale/resolve-locale.ts";
import type { Expression } from "../../ast/nodes.ts";
import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import {
  requireCheckedFilter,
  requireCheckedSortBy,
  type CheckedFilter,
  type CheckedSortBy,
  type CheckedSortKey,
} from "../../checker/checked.ts";
import {
  isExact,
  isRefusal,
  type Port,
  type Refusal,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { isNumeric, isTemporal } from "../../values/types.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import type { SqlText } from "../fragments/fragment.ts";
import { readableOrNull } from "../operations/readable.ts";
import { sqlOperand, type InexactReason, type SqlScope } from "./operand.ts";
import { memberExpressions, type MemberExpressions } from "./member-expressions.ts";
import { makePort } from "../operations/port.ts";
import { ownTable } from "../tables/own-table.ts";
import type { TableDefinition } from "../tables/table-definition.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { noCollation, storedKey } from "../operations/strings.ts";

export interface SqlTarget {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  readonly dialect: Dialect;
  readonly locale: string | undefined;
  readonly port: Port;
  readonly members: MemberExpressions;
}

export interface TargetOptions {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  readonly dialect: Dialect;
  readonly locale?: string | undefined;
}

const PREPARED = new WeakMap<TableDefinition, { readonly given: Dialect; readonly target: SqlTarget }>();

/** @throws TypeError for options without a dialect */
export function requireDialect(options: TargetOptions): void {
  requireObject(options, "options");
  requireKind(
    options.dialect,
    "options.dialect",
    'a dialect, such as assumedDialect("sqlite")',
    "placeholder",
  );
}

export function sqlTarget(options: TargetOptions): SqlTarget {
  requireDialect(options);
  const { catalog, table: definition, dialect: givenDialect, locale: requested } = ownProperties(options);
  requireCatalog(catalog);
  const locale = requestLocale(requested);
  const ready = PREPARED.get(definition);
  if (ready?.target.catalog === catalog && ready.given === givenDialect) {
    return ready.target.locale === locale ? ready.target : { ...ready.target, locale };
  }
  const table = ownTable(definition);
  const dialect = ownProperties(givenDialect);
  const places = memberExpressions(catalog, table, dialect);
  const members = { ...places, scalar: cacheScalars(places.scalar) };
  const target = { catalog, table, dialect, locale, port: makePort(dialect), members };
  PREPARED.set(definition, { given: givenDialect, target });
  return target;
}

/** Maximum number of dotted names in a cache. Users choose the keys of maps, so the number of names is unlimited. */
const MAX_CACHED_NAMES = 1_000;

function cacheScalars(find: MemberExpressions["scalar"]): MemberExpressions["scalar"] {
  const cache = new Map<string, SqlScalar | Refusal>();
  return (name, member) => {
    let scalar = cache.get(name);
    if (scalar === undefined) {
      if (cache.size >= MAX_CACHED_NAMES) cache.clear();
      cache.set(name, (scalar = find(name, member)));
    }
    return scalar;
  };
}

export interface WhereParts {
  readonly upper: Truth;
  readonly lower: Truth;
  readonly isExact: boolean;
  readonly reasons: readonly InexactReason[];
}

export function compileWhere(filter: CheckedFilter, target: SqlTarget): WhereParts {
  requireCheckedFilter(filter, "filter");
  const reasons = new Map<Expression, InexactReason>();
  const scope = scopeOf(filter, target, reasons);
  const { isTrue } = sqlOperand(filter.expression, scope).condition();
  return {
    upper: isTrue.upper,
    lower: isTrue.lower,
    isExact: isExact(isTrue),
    reasons: isExact(isTrue) ? [] : inOrder(reasons),
  };
}

export interface OrderParts {
  readonly terms: readonly SqlText[] | undefined;
  /** Reasons of single sort keys. */
  readonly reasons: readonly InexactReason[];
  /** Reason why the database cannot order rows that tie, whatever the sort keys. Clause without a final period. */
  readonly tieReason: string | undefined;
}

export function compileOrder(sortBy: CheckedSortBy, target: SqlTarget): OrderParts {
  requireCheckedSortBy(sortBy, "sortBy");
  const reasons = new Map<Expression, InexactReason>();
  const scope = scopeOf(sortBy, target, reasons);
  const { catalog, dialect } = target;
  const terms: SqlText[] = [];
  let hasUniqueKey = false;
  let tieReason: string | undefined;
  for (const key of sortBy.keys) {
    const value = sortValue(key, scope, target);
    // Skip constants: they do not affect the order, and some databases reject them.
    if (value === undefined) continue;
    if (isRefusal(value)) {
      if (value.refused !== "") scope.note(key.expression, value.refused);
      continue;
    }
    terms.push(dialect.orderTerm(value.sql as SqlText, key.direction, value.nullable));
    hasUniqueKey ||= isCatalogKey(key, value, catalog);
  }
  if (!hasUniqueKey) {
    const tieBreak = keyValue(target);
    if (isRefusal(tieBreak)) tieReason = tieBreak.refused;
    else terms.push(dialect.orderTerm(tieBreak.sql as SqlText, "ascending", tieBreak.nullable));
  }
  const isExact = reasons.size === 0 && tieReason === undefined;
  return { terms: isExact ? terms : undefined, reasons: inOrder(reasons), tieReason };
}

/** Returns whether a sort key is the catalog's key, compared so that different values never tie. */
function isCatalogKey(
  { expression, comparison }: CheckedSortKey,
  { type }: SqlScalar,
  { key }: Catalog,
): boolean {
  return (
    expression.kind === "name" &&
    expression.name === key &&
    (type !== "string" || comparison === "identical" || comparison === "codePoint")
  );
}

/** Returns the SQL expression to sort by; undefined if the sort key is constant. */
function sortValue(key: CheckedSortKey, scope: SqlScope, target: SqlTarget): SqlScalar | Refusal | undefined {
  const operand = sqlOperand(key.expression, scope);
  if (operand.constant !== undefined) return undefined;
  const value = operand.scalar();
  if (isRefusal(value)) return value;
  return orderable(
    isCatalogKey(key, value, target.catalog) ? neverNull(value) : value,
    key.comparison,
    target,
  );
}

/** Declares the catalog's key as never null, even if the catalog declares it nullable. */
function neverNull(key: SqlScalar): SqlScalar {
  return { ...key, nullable: false };
}

function orderable(
  value: SqlScalar,
  comparison: CheckedSortKey["comparison"],
  { dialect, locale }: SqlTarget,
): SqlScalar | Refusal {
  const valueSql = value.sql as SqlText;
  const readable = readableOrNull(value, dialect);
  const nullable = value.nullable || readable !== valueSql;
  if (isNumeric(value.type)) return { ...value, sql: readable, nullable };
  if (isTemporal(value.type)) {
    const type = value.type;
    const comparable = dialect.temporal.comparable(readable, type, value.traits.form, type);
    return isRefusal(comparable) ? comparable : { ...value, sql: comparable.sql, nullable };
  }
  if (value.type !== "string") return value;
  if (comparison === "codePoint")
    return { ...value, sql: dialect.binaryString(valueSql, value.traits, "order") };
  const choice = { comparison, locale };
  const key =
    dialect.nativeOrder(valueSql, value.traits, choice, "order") ??
    storedKey(value, choice, "exact")?.sql ??
    dialect.sortKey(valueSql, choice);
  return key === undefined
    ? {
        refused: noCollation({ comparison, locale }),
      }
    : { ...value, sql: key };
}

/** Returns the SQL expression of the catalog's key, the last ORDER BY term: it orders rows that tie. */
export function keyValue(target: SqlTarget): SqlScalar | Refusal {
  const value = keyScalar(target);
  return isRefusal(value) ? value : orderable(neverNull(value), "codePoint", target);
}

export function keyScalar({ catalog, members: places }: SqlTarget): SqlScalar | Refusal {
  const member = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined)
    return { refused: `the catalog ${catalog.name} has no key, so rows that tie have no order` };
  return places.scalar(catalog.key!, member);
}

export function scopeOf(
  checked: CheckedFilter | CheckedSortBy,
  target: SqlTarget,
  reasons: Map<Expression, InexactReason>,
): SqlScope {
  if (checked.catalog === undefined) {
    throw new TypeError("a filter or sortBy must be checked against a catalog before it is compiled to SQL");
  }
  return {
    checked,
    locale: target.locale,
    port: target.port,
    members: target.members,
    note: (node, reason) => {
      if (!reasons.has(node)) reasons.set(node, { span: node.span, reason, node });
    },
  };
}

function inOrder(reasons: ReadonlyMap<Expression, InexactReason>): readonly InexactReason[] {
  return [...reasons.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
