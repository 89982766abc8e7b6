import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { likeSearch } from "../../readers/patterns.ts";
import { defineTextBridge } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { FlatExporter, type FlatSpelling } from "../parameters/flat-export.ts";
import { importNullTest, importSearch, importTest, type ParameterTest } from "../parameters/import.ts";
import { encodeParameter, readParameters, type Parameter } from "../parameters/query-string.ts";
import { readSignedSortBy } from "../parameters/sort.ts";
import { writeSignedSortBy } from "../syntax/sort-keys.ts";
import { readText } from "../contract/read-text.ts";

/** Operators in brackets, in lower case. */
const OPERATORS: ReadonlyMap<string, ParameterTest["callee"] | "nin" | "null" | "like"> = new Map([
  ["eq", "eq"],
  ["ne", "ne"],
  ["neq", "ne"],
  ["gt", "gt"],
  ["ge", "ge"],
  ["gte", "ge"],
  ["lt", "lt"],
  ["le", "le"],
  ["lte", "le"],
  ["in", "in"],
  ["nin", "nin"],
  ["contains", "contains"],
  ["startswith", "startsWith"],
  ["endswith", "endsWith"],
  ["null", "null"],
  ["like", "like"],
  ["ilike", "like"],
] as const);

const SPELLING: FlatSpelling = {
  language: "JSON:API",
  test({ callee, member, values }) {
    const texts = values.length === 0 ? ["true"] : values.map(({ value }) => String(value));
    const isList = callee === "in" || callee === "nin";
    if (isList && texts.some((text) => text.includes(",")))
      return "A list of values is separated by commas, so a value cannot have one.";
    const [text] = texts as [string];
    if (callee === "eq" && !text.includes(",")) return [`filter[${member.name}]`, text];
    const operator = callee.toLowerCase().replace(/^([gl])e$/, "$1te");
    return [`filter[${member.name}][${operator}]`, texts.join(",")];
  },
  nullTest: (member, isNull) => [`filter[${member.name}][null]`, String(isNull)],
  opposite: (callee) => ({ eq: "ne", in: "nin" })[callee],
  canFold: () => false,
  canWrite: () => true,
};

/**
 * Parameters in the style of JSON:API: `filter[size][gt]=1&filter[name]=a,b`, and `sort=-size,name`.
 *
 * @example jsonApiBridge.importQuery({ filter: "filter[name][startswith]=a" }).filter // startsWith(name,'a')
 */
export const jsonApiBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "jsonapi",
  title: "JSON:API parameters",
  readFilter(text, importer) {
    const parameters = readText(importer.report, () => readParameters(text));
    const tests = parameters?.flatMap((parameter) => {
      const match = /^filter((?:\[[^[\]]+\])+)$/.exec(parameter.name);
      return match === null ? [] : [readTest(match[1]!.slice(1, -1).split("]["), parameter, importer)];
    });
    if (tests === undefined || tests.length === 0) return undefined;
    return importer.and(tests, { start: 0, end: text.length });
  },
  readSortBy: (text, importer) => readSignedSortBy(text, ["sort"], importer),
  writeFilter: (filter, context) => new FlatExporter(context, SPELLING).filter(filter),
  writeSortBy: (sortBy, context) => writeSignedSortBy(sortBy, context, "JSON:API", encodeParameter, "sort="),
  writeTrue: () => textPiece(1, ""),
});

/** Reads `filter[a][gt]=1` or `filter[owner][city]=Oslo`. The last segment is an operator if `OPERATORS` contains it. */
function readTest(
  segments: readonly string[],
  { value, span }: Parameter,
  importer: BridgeImporter,
): Expression | undefined {
  const last = segments.at(-1)!.toLowerCase();
  const operator = segments.length > 1 ? OPERATORS.get(last) : undefined;
  const path = (operator === undefined ? segments : segments.slice(0, -1)).join(".");
  const list = value.split(",");
  const { types, report } = importer;
  if (operator === "like") {
    const isFolded = last === "ilike";
    const search = importSearch(path, likeSearch(value, isFolded), isFolded, span, importer);
    const message = "Some databases have no escape character in patterns, or another one than \\.";
    if (search !== undefined && value.includes("\\")) report.note("escape", "other", message, span, search);
    return search;
  }
  const isUnknown = operator === undefined && segments.length > 1 && types.find(path) === undefined;
  if (isUnknown && types.find(segments.slice(0, -1).join(".")) !== undefined)
    return report.drop("unsupported-operator", `tamis has no operator ${show(last)} of parameters.`, span);
  if (operator === undefined) {
    const callee = list.length === 1 ? "eq" : "in";
    return importTest({ path, callee, values: list, span }, importer);
  }
  if (operator === "null") {
    const isBoolean = /^(?:true|false|1|0)$/i.test(value);
    if (isBoolean) return importNullTest(path, /^(?:true|1)$/i.test(value), span, importer);
    return importer.report.drop("unsupported-value", `${show(value)} is not true or false.`, span);
  }
  if (operator === "nin")
    return importer.not(() => importTest({ path, callee: "in", values: list, span }, importer), span);
  const values = operator === "in" ? list : [value];
  const test = importTest({ path, callee: operator, values, span }, importer);
  if (operator === "ne" && test !== undefined && importer.types.find(path)?.nullable !== false) {
    const message = "Some servers keep rows without a value.";
    importer.report.note("null-logic", "fewer", message, span, test);
  }
  return test;
}
