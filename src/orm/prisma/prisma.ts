import { requireObject } from "../../diagnostics/require-argument.ts";
import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { requireCheckedFilter, requireCheckedSortBy, type CheckedFilter } from "../../checker/checked.ts";
import { requestLocale } from "../../collation/locale/resolve-locale.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { isExact, type Truth } from "../../functions/definition/port.ts";
import { sqlOperand, type InexactReason, type SqlScope } from "../../sql/compile/operand.ts";
import { ownProperties, ownProperty } from "../../values/own-properties.ts";
import type { OrmQuery, OrmRequest } from "../orm-query.ts";
import type { PrismaWhere, RowTest } from "./conditions.ts";
import type { PrismaField, PrismaProvider } from "./fields.ts";
import { prismaMembers } from "./members.ts";
import { prismaOrder, type PrismaOrder } from "./order.ts";
import { prismaPort } from "./port.ts";

export interface PrismaOptions {
  readonly catalog: Catalog;
  readonly provider: PrismaProvider;
  /** Fields of the model, by the names of members. Memory evaluates conditions on other members. */
  readonly fields: Readonly<Record<string, PrismaField>>;
  readonly locale?: string | undefined;
}

/**
 * Returns the condition and the order of a query for `where` and `orderBy` of a Prisma client.
 *
 * @throws TypeError for a provider other than `sqlite` and `postgresql`
 * @example
 * const fields = { id: { type: "Int" }, name: { type: "String" } } as const;
 * const query = prismaQuery({ filter, sortBy }, { catalog, provider: "postgresql", fields });
 * if (query.verdict === "exact") await client.report.findMany({ where: query.where });
 */
export function prismaQuery(
  request: OrmRequest,
  options: PrismaOptions,
): OrmQuery<PrismaWhere, readonly PrismaOrder[]> {
  requireObject(request, "request");
  const { filter, sortBy } = request;
  const { catalog, provider, fields, locale: requested } = ownProperties(options);
  requireObject(fields, "fields");
  if (!Object.hasOwn(MAX_VALUES, provider))
    throw new TypeError(`provider must be "sqlite" or "postgresql", got ${describeValue(provider)}`);
  const target = {
    locale: requestLocale(requested),
    port: prismaPort(provider),
    members: prismaMembers(fields, provider),
  };
  const scopeOf = (checked: SqlScope["checked"]) => {
    if (checked.catalog === undefined)
      throw new TypeError(
        "a filter or sortBy must be checked against a catalog before it is compiled for Prisma",
      );
    const reasons: InexactReason[] = [];
    const note: SqlScope["note"] = (node, reason) => reasons.push({ span: node.span, reason, node });
    return { reasons, scope: { ...target, checked, note } };
  };

  const condition = (checked: CheckedFilter) => {
    requireCheckedFilter(checked, "filter");
    const { scope, reasons } = scopeOf(checked);
    const { isTrue } = sqlOperand(checked.expression, scope).condition();
    if (valuesOf(isTrue.upper) > MAX_VALUES[provider]) {
      scope.note(checked.expression, "Prisma splits statements with so many values");
      return { where: {}, reasons, isExact: false };
    }
    return { where: whereOf(isTrue.upper, options), reasons, isExact: isExact(isTrue) };
  };
  const { where, ...found } = filter === undefined ? EVERY_ROW : condition(filter);
  let orderBy: readonly PrismaOrder[] | undefined;
  const orderReasons: InexactReason[] = [];
  if (sortBy !== undefined) {
    requireCheckedSortBy(sortBy, "sortBy");
    const { scope, reasons } = scopeOf(sortBy);
    orderBy = prismaOrder(sortBy, catalog, scope);
    orderReasons.push(...reasons);
  }
  const isSorted = sortBy === undefined || orderBy !== undefined;
  if (found.isExact && isSorted) return { verdict: "exact", where, orderBy };
  return {
    verdict: "superset",
    upperBound: where,
    orderBy,
    residual: { filter: found.isExact ? undefined : filter, sortBy: isSorted ? undefined : sortBy },
    reasons: [...(found.isExact ? [] : inOrder(found.reasons)), ...orderReasons],
  };
}

const EVERY_ROW = { where: {}, reasons: [] as readonly InexactReason[], isExact: true };

/** Maximum number of values in one statement. With more, Prisma runs several statements, and joins their rows wrongly. */
const MAX_VALUES: Readonly<Record<PrismaProvider, number>> = { sqlite: 900, postgresql: 30_000 };

const valuesOf = (truth: Truth) => (typeof truth === "boolean" ? 0 : (truth as RowTest).values);

function whereOf(truth: Truth, { catalog, fields }: PrismaOptions): PrismaWhere {
  if (typeof truth !== "boolean") return (truth as RowTest).where;
  if (truth) return {};
  const isSingle = (member: string) => resolveMember(catalog, member)?.type.type !== "list";
  const member = Object.keys(fields).find(isSingle);
  // No row: an empty `in`. Prisma would ignore `OR: []` next to other conditions.
  return member === undefined ? { OR: [] } : { [ownProperty(fields[member]!, "name") ?? member]: { in: [] } };
}

function inOrder(reasons: readonly InexactReason[]): readonly InexactReason[] {
  return [...reasons].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
