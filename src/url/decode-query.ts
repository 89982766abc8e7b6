import { boolean } from "../ast/constructors.ts";
import type { Call, Expression, SortBy } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import { check, checkSortBy } from "../checker/check.ts";
import type { CheckedFilter, CheckedSortBy, CheckOptions } from "../checker/checked.ts";
import { usableNames } from "../checker/names.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { MAXIMUM_LIMITS, resolveLimits, URL_TEXT_LIMIT, type Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { parseFilter, parseSortBy } from "../parser/parse.ts";
import { basicTarget, checkBasic, readBasicFilter } from "./basic-filter.ts";
import {
  isReserved,
  RESERVED_PARAMETERS,
  type BasicFilter,
  type DecodedQuery,
  type DecodeQueryOptions,
} from "./collection-query.ts";
import { decodeParameters, type Parameter } from "./decode-parameters.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { Findings } from "./findings.ts";
import { readPage } from "./page-parameters.ts";
import { encodeName } from "./percent-encoding.ts";
import { expressionInRaw, sortByInRaw } from "./raw-spans.ts";

/**
 * Reads what a query string asks of a collection. It never throws on a string of any kind: the answer is a query, all
 * of it checked, or what is wrong with it and where.
 *
 * A name that is neither reserved (`start`, `limit`, `filter`, `sortBy`), nor declared by the endpoint, nor a member is
 * an error. A reserved or declared parameter given twice must say the same both times; a member given twice is two
 * conditions.
 *
 * @throws RangeError for limits that are no limits: a mistake of the program, not of a user.
 * @example
 * const { query, diagnostics } = decodeQuery("?type=report%7Cfolder&filter=gt(size,10)&limit=20", { catalog });
 * print(query.filter) // and(in(type,'report','folder'),gt(size,10))
 */
export function decodeQuery(raw: string, options: DecodeQueryOptions = {}): DecodedQuery {
  return new QueryDecoder(options).decode(raw);
}

/** A condition of the query, and the way to what is wrong with it. */
interface Condition {
  /** With spans in the raw string. */
  readonly expression: Expression;
  readonly check: () => readonly Diagnostic[];
}

class QueryDecoder {
  readonly #options: DecodeQueryOptions;
  readonly #check: CheckOptions;
  readonly #catalog: Catalog | undefined;
  readonly #limits: Limits;
  readonly #declared: ReadonlySet<string>;
  readonly #findings: Findings;
  readonly #basics: BasicFilter[] = [];
  readonly #conditions: Condition[] = [];
  #written: Expression | undefined;

  constructor(options: DecodeQueryOptions) {
    const given = { ...options.limits };
    const limits = resolveLimits({ ...given, text: given.text ?? URL_TEXT_LIMIT });
    this.#options = options;
    this.#limits = limits;
    this.#check = { ...options, limits };
    this.#catalog = options.catalog;
    this.#declared = new Set([...(options.catalog?.parameters ?? []), ...(options.parameters ?? [])]);
    this.#findings = new Findings(options.mode === "strict");
  }

  decode(raw: string): DecodedQuery {
    const findings = this.#findings;
    const { parameters, diagnostics } = decodeParameters(raw);
    findings.add(...diagnostics);
    const single = new Map<string, Parameter>();
    for (const parameter of parameters) {
      if (this.#isSingle(parameter.name)) this.#addSingle(parameter, single);
      else this.#addBasic(parameter);
    }
    const page = readPage(single.get("start"), single.get("limit"), this.#options, findings);
    const order = this.#readSortBy(single.get("sortBy"));
    const checkedFilter = this.#checkConditions();
    if (findings.failed || checkedFilter === undefined || order === undefined) {
      return { query: undefined, diagnostics: findings.finish() };
    }
    const declared = new Map<string, string>();
    for (const [name, { value }] of single) if (!isReserved(name)) declared.set(name, value);
    return {
      query: {
        kind: "collectionQuery",
        ...page,
        filter: this.#joined(),
        written: this.#written,
        filterText: single.get("filter")?.value,
        basics: this.#basics,
        sortBy: order.written,
        parameters: declared,
        checkedFilter,
        checkedSortBy: order.checked,
      },
      diagnostics: findings.finish(),
    };
  }

  #isSingle(name: string): boolean {
    return isReserved(name) || this.#declared.has(name);
  }

  #addSingle(parameter: Parameter, seen: Map<string, Parameter>): void {
    const { name, value, span } = parameter;
    const earlier = seen.get(name);
    if (earlier === undefined) {
      seen.set(name, parameter);
      if (name === "filter") this.#readFilter(parameter);
    } else if (earlier.value !== value) {
      const message = `${show(name)} is given twice, as '${show(earlier.value)}' and as '${show(value)}'.`;
      this.#findings.add(diagnostic("repeated-parameter", span, message));
    }
  }

  #addBasic(parameter: Parameter): void {
    if (this.#findings.full) return;
    const target = basicTarget(parameter.name, this.#catalog);
    if (target === undefined) {
      this.#findings.add(this.#unknown(parameter));
      return;
    }
    const found = readBasicFilter(parameter, target, this.#catalog, this.#limits, this.#findings);
    if (found === undefined) return;
    const { basic, expression } = found;
    this.#basics.push(basic);
    this.#conditions.push({ expression, check: () => checkBasic(expression, this.#catalog, this.#check) });
  }

  /** One answer for a name that nothing has and for a member that no filter may name. */
  #unknown({ name, nameSpan }: Parameter): Diagnostic {
    const members = this.#catalog === undefined ? [] : usableNames(this.#catalog);
    const near = suggest(name, new Set([...RESERVED_PARAMETERS, ...this.#declared, ...members]));
    const hint = near.length === 0 ? "" : ` Did you mean ${alternatives(near.map((each) => `'${each}'`))}?`;
    const fixes = near.map((each) => replace(`Write ${each}`, nameSpan, encodeName(each)));
    const message = `There is no parameter and no member '${show(name)}' here.${hint}`;
    return diagnostic("unknown-parameter", nameSpan, message, fixes);
  }

  #readFilter({ value, decoded }: Parameter): void {
    const { expression, diagnostics } = parseFilter(value, this.#check);
    this.#findings.add(...diagnostics.map((found) => decoded.toRawDiagnostic(found)));
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

  #readSortBy(
    parameter: Parameter | undefined,
  ): { written: SortBy | undefined; checked: CheckedSortBy } | undefined {
    const { expression, diagnostics } = parseSortBy(parameter?.value ?? "", this.#check);
    if (parameter === undefined || expression?.keys.length === 0) {
      return { written: undefined, checked: defaultSort(this.#catalog) };
    }
    const { decoded } = parameter;
    this.#findings.add(...diagnostics.map((found) => decoded.toRawDiagnostic(found)));
    if (expression === undefined) return undefined;
    const written = sortByInRaw(expression, decoded);
    const result = checkSortBy(written, this.#catalog, this.#check);
    if (result.diagnostics.length > 0) {
      const found = checkSortBy(expression, this.#catalog, this.#check).diagnostics;
      this.#findings.add(...found.map((each) => decoded.toRawDiagnostic(each)));
    }
    return result.ok ? { written, checked: result.sortBy } : undefined;
  }

  /**
   * Checks all conditions as the one tree that the backends get. Places within a condition can be told exactly in its
   * own decoded text alone, so where something is found each condition is checked by itself as well. The `and` between
   * conditions is no call that anybody wrote: it needs no permission and takes nothing from the depth that a filter has.
   */
  #checkConditions(): CheckedFilter | undefined {
    const catalog = this.#catalog;
    const several = this.#conditions.length > 1;
    const joining = several && catalog?.functions?.has("and") === false;
    const { depth, nodes } = this.#limits;
    const limits = !several
      ? this.#limits
      : {
          ...this.#limits,
          depth: Math.min(depth + 1, MAXIMUM_LIMITS.depth),
          nodes: Math.min(nodes + 1, MAXIMUM_LIMITS.nodes),
        };
    const result = this.#findings.failed
      ? undefined
      : check(this.#joined(), joining ? withAnd(catalog) : catalog, { ...this.#check, limits });
    if (result === undefined || joining || result.diagnostics.length > 0) {
      for (const condition of this.#conditions) this.#findings.add(...condition.check());
    }
    if (result === undefined || this.#findings.failed) return undefined;
    if (result.ok) return { ...result.filter, catalog };
    this.#findings.add(...result.diagnostics);
    return undefined;
  }

  #joined(): Expression {
    const [first, ...others] = this.#conditions.map(({ expression }) => expression);
    if (first === undefined) return boolean(true);
    if (others.length === 0) return first;
    const span = { start: first.span.start, end: others.at(-1)!.span.end };
    return { kind: "call", callee: "and", args: [first, ...others], span } satisfies Call;
  }
}

function isTrue(expression: Expression): boolean {
  return expression.kind === "literal" && expression.value === true;
}

function withAnd(catalog: Catalog): Catalog {
  return { ...catalog, functions: new Set([...catalog.functions!, "and"]) };
}
