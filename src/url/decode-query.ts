import { boolean } from "../ast/constructors.ts";
import { makeCall } from "../ast/make-node.ts";
import type { Expression, SortBy } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import { check, checkSortBy } from "../checker/check.ts";
import {
  makeCheckedFilter,
  type CheckedFilter,
  type CheckedSortBy,
  type CheckOptions,
} from "../checker/checked.ts";
import { usableNames } from "../checker/member-gate.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { MAXIMUM_LIMITS, resolveLimits, URL_TEXT_LIMIT, type Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";
import { parseFilter, parseSortBy } from "../parser/parse.ts";
import { basicFilterTarget, checkBasicFilter, readBasicFilter } from "./basic-filter.ts";
import {
  isReserved,
  RESERVED_PARAMETERS,
  type BasicFilter,
  type DecodedQuery,
  type DecodeQueryOptions,
} from "./collection-query.ts";
import { decodeParameters, type QueryParameter } from "./decode-parameters.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { DiagnosticCollector } from "./diagnostic-collector.ts";
import { readPageParameters } from "./page-parameters.ts";
import { encodeName } from "../values/percent-encoding.ts";
import type { LruMap } from "../values/lru-map.ts";
import { expressionInRaw, sortByInRaw } from "./raw-spans.ts";
import { ownProperties } from "../values/own-properties.ts";

/**
 * Decodes and checks the query string of a request to a collection. Invalid strings never throw.
 *
 * Names that are not reserved (`start`, `limit`, `filter`, `sortBy`), declared by the endpoint, or members are errors. A
 * reserved or declared parameter can be repeated only with the same value. A repeated member is a second condition.
 *
 * @throws RangeError for invalid limits in the options.
 * @example
 * const { query, diagnostics } = decodeQuery("?type=report%7Cfolder&filter=gt(size,10)&limit=20", { catalog });
 * print(query.filter) // and(in(type,'report','folder'),gt(size,10))
 */
export function decodeQuery(raw: string, options: DecodeQueryOptions = {}): DecodedQuery {
  return new QueryDecoder(options).decode(raw);
}

/** A checked `sortBy` and its tree. */
export interface DecodedSort {
  readonly written: SortBy | undefined;
  readonly checked: CheckedSortBy;
}

/**
 * Like `decodeQuery`, but keeps the valid texts of `sortBy` in a cache: servers receive the same few of them. All queries with
 * the same text share one tree, whose spans are those in the first query.
 *
 * @param sorts cache for these options alone
 */
export function decodeQueryWithSorts(
  raw: string,
  options: DecodeQueryOptions,
  sorts: LruMap<string, DecodedSort>,
): DecodedQuery {
  return new QueryDecoder(options, sorts).decode(raw);
}

interface Condition {
  /** The condition as a tree with spans in the raw query string. */
  readonly expression: Expression;
  /** Checks this condition alone, for diagnostics with exact spans. */
  readonly check: () => readonly Diagnostic[];
}

class QueryDecoder {
  readonly #options: DecodeQueryOptions;
  readonly #check: CheckOptions;
  readonly #catalog: Catalog | undefined;
  readonly #limits: Limits;
  readonly #declared: ReadonlySet<string>;
  readonly #collector: DiagnosticCollector;
  readonly #sorts: LruMap<string, DecodedSort> | undefined;
  readonly #basics: BasicFilter[] = [];
  readonly #conditions: Condition[] = [];
  #written: Expression | undefined;

  constructor(given: DecodeQueryOptions, sorts?: LruMap<string, DecodedSort>) {
    this.#sorts = sorts;
    const options = ownProperties(given);
    const ownLimits = ownProperties(options.limits ?? {});
    const limits = resolveLimits({ ...ownLimits, text: ownLimits.text ?? URL_TEXT_LIMIT });
    this.#options = options;
    this.#limits = limits;
    this.#check = ownProperties({ ...options, limits });
    this.#catalog = options.catalog;
    this.#declared = new Set([...(options.catalog?.parameters ?? []), ...(options.parameters ?? [])]);
    this.#collector = new DiagnosticCollector(options.mode === "strict");
  }

  decode(raw: string): DecodedQuery {
    const collector = this.#collector;
    const { parameters, diagnostics } = decodeParameters(raw);
    collector.add(...diagnostics);
    const single = new Map<string, QueryParameter>();
    for (const parameter of parameters) {
      if (this.#isSingle(parameter.name)) this.#addSingle(parameter, single);
      else this.#addBasic(parameter);
    }
    const page = readPageParameters(single.get("start"), single.get("limit"), this.#options, collector);
    const sortBy = this.#readSortBy(single.get("sortBy"));
    const checkedFilter = this.#checkConditions();
    if (collector.hasErrors || checkedFilter === undefined || sortBy === undefined) {
      return { query: undefined, diagnostics: collector.finish() };
    }
    const declared = new Map<string, string>();
    for (const [name, { value }] of single) if (!isReserved(name)) declared.set(name, value);
    return {
      query: {
        kind: "collectionQuery",
        ...page,
        filter: this.#joinedConditions(),
        written: this.#written,
        filterText: single.get("filter")?.value,
        basics: this.#basics,
        sortBy: sortBy.written,
        parameters: declared,
        checkedFilter,
        checkedSortBy: sortBy.checked,
      },
      diagnostics: collector.finish(),
    };
  }

  #isSingle(name: string): boolean {
    return isReserved(name) || this.#declared.has(name);
  }

  #addSingle(parameter: QueryParameter, seen: Map<string, QueryParameter>): void {
    const { name, value, span } = parameter;
    const earlier = seen.get(name);
    if (earlier === undefined) {
      seen.set(name, parameter);
      if (name === "filter") this.#readFilter(parameter);
    } else if (earlier.value !== value) {
      const message = `${show(name)} is given twice, as '${show(earlier.value)}' and as '${show(value)}'.`;
      this.#collector.add(diagnostic("repeated-parameter", span, message));
    }
  }

  #addBasic(parameter: QueryParameter): void {
    if (this.#collector.isFull) return;
    const target = basicFilterTarget(parameter.name, this.#catalog);
    if (target === undefined) {
      this.#collector.add(this.#unknown(parameter));
      return;
    }
    const found = readBasicFilter(parameter, target, this.#catalog, this.#limits, this.#collector);
    if (found === undefined) return;
    const { basic, expression } = found;
    this.#basics.push(basic);
    this.#conditions.push({
      expression,
      check: () => checkBasicFilter(expression, this.#catalog, this.#check),
    });
  }

  /**
   * Reports unknown names and members that are not filterable with the same diagnostic, so that hidden members remain
   * hidden.
   */
  #unknown({ name, nameSpan }: QueryParameter): Diagnostic {
    const members = this.#catalog === undefined ? [] : usableNames(this.#catalog);
    const near = suggest(name, new Set([...RESERVED_PARAMETERS, ...this.#declared, ...members]));
    const hint = near.length === 0 ? "" : ` Did you mean ${alternatives(near.map((each) => `'${each}'`))}?`;
    const fixes = near
      .filter((each) => isProbablyMeant(name, each))
      .map((each) => replace(`Write ${each}`, nameSpan, encodeName(each)));
    const message = `There is no parameter and no member '${show(name)}' here.${hint}`;
    return diagnostic("unknown-parameter", nameSpan, message, fixes);
  }

  #readFilter({ value, decoded }: QueryParameter): void {
    const { expression, diagnostics } = parseFilter(value, this.#check);
    this.#collector.add(...diagnostics.map((found) => decoded.toRawDiagnostic(found)));
    if (expression === undefined || isTrue(expression)) return;
    this.#written = expressionInRaw(expression, decoded);
    this.#conditions.push({
      expression: this.#written,
      check: () =>
        check(expression, this.#catalog, this.#check).diagnostics.map((found) =>
          decoded.toRawDiagnostic(found),
        ),
    });
  }

  #readSortBy(parameter: QueryParameter | undefined): DecodedSort | undefined {
    if (parameter === undefined) return { written: undefined, checked: defaultSort(this.#catalog) };
    const { value, decoded } = parameter;
    const known = this.#sorts?.get(value);
    if (known !== undefined) return known;
    const { expression, diagnostics } = parseSortBy(value, this.#check);
    if (expression?.keys.length === 0) {
      return { written: undefined, checked: defaultSort(this.#catalog) };
    }
    this.#collector.add(...diagnostics.map((found) => decoded.toRawDiagnostic(found)));
    if (expression === undefined) return undefined;
    const written = sortByInRaw(expression, decoded);
    const result = checkSortBy(written, this.#catalog, this.#check);
    if (result.diagnostics.length > 0) {
      const found = checkSortBy(expression, this.#catalog, this.#check).diagnostics;
      this.#collector.add(...found.map((each) => decoded.toRawDiagnostic(each)));
    }
    if (!result.ok) return undefined;
    const found = { written, checked: result.sortBy };
    // A kept sort would not report its warnings again.
    if (diagnostics.length + result.diagnostics.length === 0 && value.length <= MAX_KEPT_SORT)
      this.#sorts?.set(value, found);
    return found;
  }

  /**
   * Checks all conditions joined by `and` as one tree, which the backends receive. If that reports diagnostics, checks each
   * condition again alone, for exact spans. The implicit `and` needs no permission and does not count toward the limits.
   */
  #checkConditions(): CheckedFilter | undefined {
    const catalog = this.#catalog;
    const isJoined = this.#conditions.length > 1;
    const needsAndPermission = isJoined && catalog?.functions?.has("and") === false;
    const { depth, nodes } = this.#limits;
    const limits = !isJoined
      ? this.#limits
      : {
          ...this.#limits,
          depth: Math.min(depth + 1, MAXIMUM_LIMITS.depth),
          nodes: Math.min(nodes + 1, MAXIMUM_LIMITS.nodes),
        };
    const result = this.#collector.hasErrors
      ? undefined
      : check(this.#joinedConditions(), needsAndPermission ? withAnd(catalog) : catalog, {
          ...this.#check,
          limits,
        });
    if (result === undefined || needsAndPermission || result.diagnostics.length > 0) {
      for (const condition of this.#conditions) this.#collector.add(...condition.check());
    }
    if (result === undefined || this.#collector.hasErrors) return undefined;
    if (result.ok) return makeCheckedFilter(result.filter.expression, { ...result.filter, catalog });
    this.#collector.add(...result.diagnostics);
    return undefined;
  }

  #joinedConditions(): Expression {
    const [first, ...others] = this.#conditions.map(({ expression }) => expression);
    if (first === undefined) return boolean(true);
    if (others.length === 0) return first;
    const span = { start: first.span.start, end: others.at(-1)!.span.end };
    return makeCall("and", undefined, [first, ...others], span);
  }
}

/** Maximum length of a text that a cache of sorts keeps. */
const MAX_KEPT_SORT = 1_024;

function isTrue(expression: Expression): boolean {
  return expression.kind === "literal" && expression.value === true;
}

function withAnd(catalog: Catalog): Catalog {
  return { ...catalog, functions: new Set([...catalog.functions!, "and"]) };
}
