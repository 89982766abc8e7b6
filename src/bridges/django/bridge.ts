import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { DAY_IN_MILLISECONDS } from "../../values/calendar.ts";
import { formatInstant, parseTemporal } from "../../values/instant.ts";
import { defineTextBridge } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { FlatExporter, type FlatSpelling } from "../parameters/flat-export.ts";
import { importNullTest, importTest, type ParameterTest } from "../parameters/import.ts";
import { readParameters, type Parameter } from "../parameters/query-string.ts";
import { readSignedSortBy } from "../parameters/sort.ts";
import { literalOf } from "../syntax/literals.ts";
import { writeSignedSortBy } from "../syntax/sort-keys.ts";
import { readText } from "../contract/read-text.ts";
import { importRegex, searchCall } from "../syntax/searches.ts";

/** Lookups of one value, and whether they ignore case. */
const LOOKUPS: ReadonlyMap<string, readonly [ParameterTest["callee"], boolean]> = new Map([
  ["exact", ["eq", false]],
  ["iexact", ["eq", true]],
  ["contains", ["contains", false]],
  ["icontains", ["contains", true]],
  ["startswith", ["startsWith", false]],
  ["istartswith", ["startsWith", true]],
  ["endswith", ["endsWith", false]],
  ["iendswith", ["endsWith", true]],
  ["gt", ["gt", false]],
  ["gte", ["ge", false]],
  ["lt", ["lt", false]],
  ["lte", ["le", false]],
] as const);
const OTHER_LOOKUPS: ReadonlySet<string> = new Set(
  "in range isnull regex iregex date year iso_year month day week week_day iso_week_day quarter time hour minute second search trigram_similar unaccent".split(
    " ",
  ),
);
/** Parameters that select pages and orders. */
const RESERVED: ReadonlySet<string> = new Set(
  "ordering order_by page page_size limit offset cursor format search".split(" "),
);
const isLookup = (word: string): boolean => LOOKUPS.has(word) || OTHER_LOOKUPS.has(word);
const spelled = new Map(
  [...LOOKUPS].map(([lookup, [callee, folds]]) => [`${folds ? "i" : ""}${callee}`, lookup]),
);

function djangoName(name: string): string | undefined {
  const path = name.replaceAll(".", "__");
  const isPlain = !/_(?:_|\.|$)|\._|^_/.test(name) && /^[\p{L}\p{N}_.]+$/u.test(name);
  return isPlain && !RESERVED.has(path) ? path : undefined;
}

const SPELLING: FlatSpelling = {
  language: "Django",
  test({ callee, member, values }, isFolded) {
    const path = djangoName(member.name)!;
    const texts = values.length === 0 ? ["True"] : values.map(({ value }) => showValue(value));
    if (callee === "in") {
      if (texts.some((text) => text.includes(",")))
        return "A list of values is separated by commas, so a value cannot have one.";
      return [`${path}__in`, texts.join(",")];
    }
    const lookup = spelled.get(`${isFolded ? "i" : ""}${callee}`);
    if (lookup === undefined) return `Django has no lookup for ${callee}(…).`;
    const needsLookup = lookup !== "exact" || isLookup(path.split("__").at(-1)!);
    return [needsLookup ? `${path}__${lookup}` : path, texts[0]!];
  },
  nullTest: (member, isNull) => [`${djangoName(member.name)!}__isnull`, isNull ? "True" : "False"],
  opposite: () => undefined,
  canFold: (callee) => spelled.has(`i${callee}`),
  canWrite: (name) => djangoName(name) !== undefined,
};

function showValue(value: unknown): string {
  return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
}

/**
 * Parameters in the style of Django: lookups of the field after two underscores, such as `size__gt=1&name__icontains=a`, and
 * `ordering=-size,name`.
 *
 * @example djangoBridge.importQuery({ filter: "name__startswith=a" }).filter // startsWith(name,'a')
 */
export const djangoBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "django",
  title: "Django lookups",
  readFilter(text, importer) {
    const parameters = readText(importer.report, () => readParameters(text));
    const tests = parameters
      ?.filter(({ name }) => !RESERVED.has(name))
      .map((parameter) => new DjangoTest(parameter, importer).condition());
    if (tests === undefined || tests.length === 0) return undefined;
    return importer.and(tests, { start: 0, end: text.length });
  },
  readSortBy: (text, importer) => readSignedSortBy(text, ["ordering", "order_by"], importer, "__"),
  writeFilter: (filter, context) => new FlatExporter(context, SPELLING).filter(filter),
  writeSortBy: (sortBy, context) => writeSignedSortBy(sortBy, context, "Django", djangoName, "ordering="),
  writeTrue: () => textPiece(1, ""),
});

/** Translates the lookup of one parameter. Django evaluates it in a database, with three-valued logic. */
class DjangoTest {
  readonly #to: BridgeImporter;
  readonly #value: string;
  readonly #span: Span;
  readonly #path: string;
  readonly #lookup: string;

  constructor({ name, value, span }: Parameter, importer: BridgeImporter) {
    this.#to = importer;
    this.#value = value;
    this.#span = span;
    const segments = name.split("__");
    const last = segments.at(-1)!;
    const hasLookup = segments.length > 1 && isLookup(last);
    this.#lookup = hasLookup ? last : "exact";
    this.#path = (hasLookup ? segments.slice(0, -1) : segments).join(".");
  }

  condition(): Expression | undefined {
    const lookup = LOOKUPS.get(this.#lookup);
    if (lookup !== undefined) return this.#test(lookup[0], [this.#value], lookup[1]);
    const list = this.#value.split(",");
    switch (this.#lookup) {
      case "in":
        return this.#test("in", list);
      case "range":
        if (list.length !== 2) return this.#drop("unsupported-value", "range has two values.");
        return this.#to.and([this.#test("ge", [list[0]!]), this.#test("le", [list[1]!])], this.#span);
      case "isnull":
        if (!/^(?:true|false|1|0)$/i.test(this.#value))
          return this.#drop("unsupported-value", `${show(this.#value)} is not True or False.`);
        return importNullTest(this.#path, /^(?:true|1)$/i.test(this.#value), this.#span, this.#to);
      case "regex":
        return this.#pattern("");
      case "iregex":
        return this.#pattern("i");
      case "date":
        return this.#date();
      default:
        return this.#drop("unsupported-function", `tamis has no lookup ${this.#lookup}.`);
    }
  }

  #test(
    callee: ParameterTest["callee"],
    values: readonly string[],
    ignoresCase = false,
  ): Expression | undefined {
    return importTest({ path: this.#path, callee, values, ignoresCase, span: this.#span }, this.#to);
  }

  #drop(code: "unsupported-value" | "unsupported-function", message: string): undefined {
    return this.#to.report.drop(code, message, this.#span);
  }

  #pattern(flags: string): Expression | undefined {
    const search = importRegex(this.#value, flags);
    if (search === undefined) return this.#drop("unsupported-function", "tamis has no such pattern.");
    const name = this.#to.name(this.#path, this.#span);
    if (name === undefined) return undefined;
    const condition = searchCall(name, search, this.#to.types.exactStrength([name]), this.#span, this.#to);
    const message = "Patterns of databases have other notations than RE2.";
    this.#to.report.note("pattern", "other", message, this.#span, condition);
    return condition;
  }

  /** Translates the lookup `date` to a range of date-times: from the start of a day in UTC to the start of the next one. */
  #date(): Expression | undefined {
    const day = parseTemporal("date", this.#value);
    if (day === undefined) return this.#drop("unsupported-value", `${show(this.#value)} is not a date.`);
    const name = this.#to.name(this.#path, this.#span);
    if (name === undefined) return undefined;
    const at = (milliseconds: number) =>
      literalOf(
        {
          kind: "value",
          type: "dateTime",
          text: formatInstant({ milliseconds, nanoseconds: 0 }, "dateTime"),
          span: this.#span,
        },
        undefined,
        this.#to,
      )!;
    const condition = this.#to.call(
      "and",
      [
        this.#to.call("ge", [name, at(day.milliseconds)], this.#span),
        this.#to.call("lt", [name, at(day.milliseconds + DAY_IN_MILLISECONDS)], this.#span),
      ],
      this.#span,
    );
    const message = "Django reads the date in its time zone, tamis in UTC.";
    this.#to.report.note("time-zone", "other", message, this.#span, condition);
    return condition;
  }
}
