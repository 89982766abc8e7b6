import { boolean } from "../ast/constructors.ts";
import { makeCall } from "../ast/make-node.ts";
import { moveSortBySpans, moveSpans } from "../ast/walk.ts";
import type { Expression, SortBy } from "../ast/nodes.ts";
import { requireOptionalCatalog } from "../catalog/require-catalog.ts";
import type { Catalog } from "../catalog/types.ts";
import type { CheckOptions } from "../checker/checked.ts";
import { usableNames } from "../checker/member-gate.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { MAXIMUM_LIMITS, resolveLimits, URL_TEXT_LIMIT, type Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { unknownName } from "../diagnostics/unknown-name.ts";
import type { ParseOptions, ParseResult } from "../parser/read.ts";
import { basicFilterTarget, checkBasicFilter, readBasicFilter } from "./basic-filter.ts";
import {
  isReserved,
  RESERVED_PARAMETERS,
  type BasicFilter,
  type CollectionQuery,
  type DecodeQueryOptions,
} from "./collection-query.ts";
import { comparedParameter } from "./compared-parameter.ts";
import { decodeParameters, type QueryParameter } from "./decode-parameters.ts";
import { DiagnosticCollector } from "./diagnostic-collector.ts";
import { readPageParameters } from "./page-parameters.ts";
import { continuedValue, isReadable, unencodedSeparators } from "./unencoded-separators.ts";
import { encodeName } from "../values/urls/percent-encoding.ts";
import type { LruMap } from "../values/lru-map.ts";
import { ownProperties } from "../values/own-properties.ts";

/**
 * Parser and checker of query strings. A program that only wants diagnostics, such as an editor, has no checked filters and
 * sorts: both types are then `true`.
 */
export interface QueryReader<Filter, Sort> {
  readonly parseFilter: (text: string, options: ParseOptions) => ParseResult<Expression>;
  readonly parseSortBy: (text: string, options: ParseOptions) => ParseResult<SortBy>;
  readonly check: (
    expression: Expression,
    catalog: Catalog | undefined,
    options: CheckOptions,
  ) => Checked<{ readonly filter: Filter }>;
  readonly checkSortBy: (
    sortBy: SortBy,
    catalog: Catalog | undefined,
    options: CheckOptions,
  ) => Checked<{ readonly sortBy: Sort }>;
  readonly defaultSort: (catalog: Catalog | undefined) => Sort;
  readonly withCatalog: (filter: Filter, catalog: Catalog | undefined) => Filter;
}

type Checked<T> =
  | ({ readonly ok: true; readonly diagnostics: readonly Diagnostic[] } & T)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A checked `sortBy` and its tree. */
export interface DecodedSort<Sort> {
  readonly written: SortBy | undefined;
  readonly checked: Sort;
}

export interface QueryReading<Filter, Sort> {
  readonly query:
    | (Omit<CollectionQuery, "checkedFilter" | "checkedSortBy"> & {
        readonly checkedFilter: Filter;
        readonly checkedSortBy: Sort;
      })
    | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface Condition {
  /** The condition as a tree with spans in the raw query string. */
  readonly expression: Expression;
  /** Checks this condition alone, for diagnostics with exact spans. */
  readonly check: () => readonly Diagnostic[];
}

/** Options of a decoder with their defaults. A server makes them once for all requests to a collection. */
export class DecoderSettings {
  readonly options: DecodeQueryOptions;
  readonly limits: Limits;
  readonly check: CheckOptions;
  /** Names of the parameters that the endpoint declares. */
  readonly declared: ReadonlySet<string>;

  /** @throws RangeError for invalid limits */
  constructor(rawOptions: DecodeQueryOptions) {
    const options = ownProperties(rawOptions);
    requireOptionalCatalog(options.catalog);
    const ownLimits = ownProperties(options.limits ?? {});
    this.options = options;
    this.limits = resolveLimits({ ...ownLimits, text: ownLimits.text ?? URL_TEXT_LIMIT });
    this.check = ownProperties({ ...options, limits: this.limits });
    this.declared = new Set([...(options.catalog?.parameters ?? []), ...(options.parameters ?? [])]);
  }
}

/** Reads a query string with the parser and the checker of a program. */
export class QueryDecoder<Filter, Sort> {
  readonly #reader: QueryReader<Filter, Sort>;
  readonly #options: DecodeQueryOptions;
  readonly #check: CheckOptions;
  readonly #catalog: Catalog | undefined;
  readonly #limits: Limits;
  readonly #declared: ReadonlySet<string>;
  readonly #collector: DiagnosticCollector;
  readonly #sorts: LruMap<string, DecodedSort<Sort>> | undefined;
  readonly #basics: BasicFilter[] = [];
  readonly #conditions: Condition[] = [];
  #written: Expression | undefined;

  /** @param sorts cache of the sorts for these options */
  constructor(
    reader: QueryReader<Filter, Sort>,
    { options, limits, check, declared }: DecoderSettings,
    sorts?: LruMap<string, DecodedSort<Sort>>,
  ) {
    this.#reader = reader;
    this.#sorts = sorts;
    this.#options = options;
    this.#limits = limits;
    this.#check = check;
    this.#catalog = options.catalog;
    this.#declared = declared;
    this.#collector = new DiagnosticCollector(options.mode === "strict");
  }

  decode(raw: string): QueryReading<Filter, Sort> {
    const collector = this.#collector;
    const { parameters, diagnostics } = decodeParameters(raw);
    collector.add(...diagnostics);
    const single = new Map<string, QueryParameter>();
    let end = 0;
    for (const parameter of parameters) {
      if (parameter.span.start < end) continue;
      if (this.#isSingle(parameter.name)) end = this.#addSingle(raw, parameter, single);
      else this.#addBasic(parameter, parameters);
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

  /** Returns the end of the parameter's value, which can continue after a separator that should have been encoded. */
  #addSingle(raw: string, parameter: QueryParameter, parameters: Map<string, QueryParameter>): number {
    const { name, value, span } = parameter;
    const earlier = parameters.get(name);
    if (earlier === undefined) {
      parameters.set(name, parameter);
      if (name === "filter") return this.#readFilter(raw, parameter);
    } else if (earlier.value !== value) {
      const message = `${show(name)} is given twice, as '${show(earlier.value)}' and as '${show(value)}'.`;
      this.#collector.add(diagnostic("repeated-parameter", span, message));
    }
    return span.end;
  }

  #addBasic(parameter: QueryParameter, all: readonly QueryParameter[]): void {
    if (this.#collector.isFull) return;
    if (parameter.name === "") {
      const message = "The name of a parameter is missing in front of the equals sign: name=x.";
      this.#collector.add(diagnostic("unknown-parameter", parameter.span, message));
      return;
    }
    const target = basicFilterTarget(parameter.name, this.#catalog);
    if (target === undefined) {
      const compared = comparedParameter(parameter, all, this.#catalog);
      this.#collector.add(compared ?? this.#unknownParameter(parameter));
      return;
    }
    const basicFilter = readBasicFilter(parameter, target, this.#catalog, this.#limits, this.#collector);
    if (basicFilter === undefined) return;
    const { basic, expression } = basicFilter;
    this.#basics.push(basic);
    this.#conditions.push({
      expression,
      check: () => checkBasicFilter(expression, (call) => this.#diagnosticsOf(call)),
    });
  }

  /**
   * Reports unknown names and members that are not filterable with the same diagnostic, so that hidden members remain
   * hidden.
   */
  #unknownParameter({ name, nameSpan }: QueryParameter): Diagnostic {
    const members = this.#catalog === undefined ? [] : usableNames(this.#catalog);
    const names = new Set([...RESERVED_PARAMETERS, ...this.#declared, ...members]);
    const problem = `There is no parameter and no member '${show(name)}' here.`;
    return unknownName("unknown-parameter", nameSpan, problem, { name, names, encode: encodeName });
  }

  #readFilter(raw: string, parameter: QueryParameter): number {
    const { value, decoded, span } = parameter;
    const { expression, diagnostics } = this.#reader.parseFilter(value, this.#check);
    const continued = expression === undefined ? continuedValue(raw, parameter) : undefined;
    if (continued !== undefined && isReadable(this.#reader.parseFilter(continued.text, this.#check))) {
      this.#collector.add(unencodedSeparators(raw, continued.separators));
      return continued.end;
    }
    this.#collector.add(...diagnostics.map((problem) => decoded.toRawDiagnostic(problem)));
    if (expression === undefined || isTrue(expression)) return span.end;
    this.#written = moveSpans(expression, (span) => decoded.toRawSpan(span));
    this.#conditions.push({
      expression: this.#written,
      check: () => this.#diagnosticsOf(expression).map((problem) => decoded.toRawDiagnostic(problem)),
    });
    return span.end;
  }

  #diagnosticsOf(expression: Expression): readonly Diagnostic[] {
    return this.#reader.check(expression, this.#catalog, this.#check).diagnostics;
  }

  #readSortBy(parameter: QueryParameter | undefined): DecodedSort<Sort> | undefined {
    if (parameter === undefined)
      return { written: undefined, checked: this.#reader.defaultSort(this.#catalog) };
    const { value, decoded } = parameter;
    const cached = this.#sorts?.get(value);
    if (cached !== undefined) return cached;
    const { expression, diagnostics } = this.#reader.parseSortBy(value, this.#check);
    if (expression?.keys.length === 0) {
      return { written: undefined, checked: this.#reader.defaultSort(this.#catalog) };
    }
    this.#collector.add(...diagnostics.map((problem) => decoded.toRawDiagnostic(problem)));
    if (expression === undefined) return undefined;
    const written = moveSortBySpans(expression, (span) => decoded.toRawSpan(span));
    const result = this.#reader.checkSortBy(written, this.#catalog, this.#check);
    if (result.diagnostics.length > 0) {
      const problems = this.#reader.checkSortBy(expression, this.#catalog, this.#check).diagnostics;
      this.#collector.add(...problems.map((problem) => decoded.toRawDiagnostic(problem)));
    }
    if (!result.ok) return undefined;
    const decodedSort = { written, checked: result.sortBy };
    // Sorts with diagnostics are not cached: the next request would not get them.
    if (diagnostics.length + result.diagnostics.length === 0 && value.length <= MAX_KEPT_SORT)
      this.#sorts?.set(value, decodedSort);
    return decodedSort;
  }

  /**
   * Checks all conditions joined by `and` as one tree, which the backends receive. If that reports diagnostics, checks each
   * condition again alone, for exact spans. The implicit `and` needs no permission and does not count toward the limits.
   */
  #checkConditions(): Filter | undefined {
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
      : this.#reader.check(this.#joinedConditions(), needsAndPermission ? withAnd(catalog) : catalog, {
          ...this.#check,
          limits,
        });
    if (result === undefined || needsAndPermission || result.diagnostics.length > 0) {
      for (const condition of this.#conditions) this.#collector.add(...condition.check());
    }
    if (result === undefined || this.#collector.hasErrors) return undefined;
    if (result.ok)
      return needsAndPermission ? this.#reader.withCatalog(result.filter, catalog) : result.filter;
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
