import { isComparisonName } from "../../functions/definition/comparisons.ts";
import type { Call, Expression, SortBy } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { JsonPiece, type JsonContent } from "../json/pieces.ts";
import { wildcardParts } from "../syntax/searches.ts";
import { writeRegex } from "./patterns.ts";
import { keepsType, MONGO_COMPARISONS, mongoValue } from "./values.ts";
import { JsonExporter, type ComparedPair } from "../json/exporter.ts";
import { noteStrings } from "../syntax/strings.ts";
import { noteStringOrder } from "../syntax/sort-keys.ts";
import { signsOf } from "../syntax/comparisons.ts";

const OPERATORS = /* @__PURE__ */ signsOf(MONGO_COMPARISONS);

const STRINGS = {
  exact: "Each character is compared",
  order: "MongoDB compares strings by their code points, tamis in the order of a language.",
  isOfCodePoints: true,
};

/** A document with conditions. Notes refer to the values of its properties: merging documents keeps these objects. */
class DocumentPiece extends JsonPiece {
  declare content: { readonly [key: string]: JsonPiece };

  constructor(entries: Iterable<readonly [string, JsonPiece]>) {
    super(Object.fromEntries(entries));
  }

  get entries(): readonly (readonly [string, JsonPiece])[] {
    return Object.entries(this.content);
  }
}

/**
 * Writes conditions as documents, which are true or false. If a condition is unknown, its document is false, or true below an odd
 * number of negations: both exclude the row.
 */
export class MongoExporter extends JsonExporter<DocumentPiece> {
  condition(node: Expression): DocumentPiece | undefined {
    if (node.kind === "name") return this.#equal(node, [true], node);
    if (node.kind === "literal") {
      if (node.type === "boolean")
        return node.value ? new DocumentPiece([]) : documentOf("$nor", [new DocumentPiece([])]);
      return this.drop("unsupported-value", "A value other than true and false is not a condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not": {
        const piece = this.context.report.negated(() => this.condition(args[0]!));
        return piece && negated(piece);
      }
      case "isNull":
        return this.#member(args[0]!, node, (name) => this.#isNull(name, args[0]!));
      case "in":
        return this.#in(node);
      default:
        if (isComparisonName(callee)) return this.pairs(node, (pair) => this.#compare(pair, node));
        return this.#search(node);
    }
  }

  sortKeys({ keys }: SortBy): JsonPiece | undefined {
    const { report, types } = this.context;
    const entries = new Map<string, JsonPiece>();
    for (const key of keys) {
      const { expression, direction, span } = key;
      if (expression.kind !== "name" || types.isList(expression) || entries.has(expression.name)) {
        report.drop("unsupported-order", "A sort key of MongoDB is the name of a member, once.", span);
        continue;
      }
      const piece = new JsonPiece(direction === "descending" ? -1 : 1);
      entries.set(expression.name, piece);
      const message = "MongoDB sorts strings by their code points, tamis in the order of a language.";
      noteStringOrder(key, piece, message, this.context);
    }
    return entries.size === 0 ? undefined : new DocumentPiece(entries);
  }

  #isNull(name: string, of: Expression): DocumentPiece | undefined {
    const { types } = this.context;
    if (types.isCollected(of))
      return this.drop("list-logic", "MongoDB tests each value of a member of the elements of a list.", of);
    // In MongoDB, a list with a null element also equals null, so the type is tested instead.
    if (types.isList(of)) return documentOf(name, { $not: { $type: "array" } });
    return documentOf(name, null);
  }

  /** Adds null to a condition that is false for null, below an odd number of negations: the negation then excludes null. */
  #nullable(of: Expression, name: string, piece: DocumentPiece): DocumentPiece | undefined {
    const { report, types } = this.context;
    if (!types.isNullable(of) || !report.isNegated) return piece;
    const isNull = this.#isNull(name, of);
    return isNull && documentOf("$or", [isNull, piece]);
  }

  /** Writes a condition that a member equals one of several values. */
  #equal(of: Expression, values: readonly JsonContent[], node: Expression): DocumentPiece | undefined {
    const { report, types } = this.context;
    return this.#member(of, node, (name) => {
      if (types.isList(of)) return this.#nullable(of, name, equality(name, values));
      return equality(name, types.isNullable(of) && report.isNegated ? [...values, null] : values);
    });
  }

  #in(node: Call): DocumentPiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    const values = items.map((item) => this.#value(item, of, node));
    if (values.includes(undefined)) return undefined;
    const piece = this.#equal(of, values as JsonContent[], node);
    return piece && this.#noted(piece, node, "in", node.args);
  }

  protected override join(operator: "and" | "or", pieces: readonly DocumentPiece[]): DocumentPiece {
    return operator === "and" ? joinAnd(pieces) : documentOf("$or", pieces);
  }

  #compare({ callee, left, right }: ComparedPair, node: Call): DocumentPiece | undefined {
    if (callee === "ne") {
      const piece = this.context.report.negated(() => this.#compare({ callee: "eq", left, right }, node));
      return piece && negated(piece);
    }
    if (left.kind === "call" && left.callee === "length" && callee === "eq")
      return this.#size(left, right, node);
    const value = this.#value(right, left, node);
    if (value === undefined) return undefined;
    const comparison =
      callee === "eq"
        ? this.#equal(left, [value], node)
        : this.#member(left, node, (name) =>
            this.#nullable(left, name, documentOf(name, { [OPERATORS.get(callee)!]: value })),
          );
    return comparison && this.#noted(comparison, node, callee, [left, right]);
  }

  #size(length: Call, right: Expression, node: Call): DocumentPiece | undefined {
    const of = length.args[0]!;
    const isCount =
      right.kind === "literal" &&
      typeof right.value === "number" &&
      Number.isSafeInteger(right.value) &&
      right.value >= 0;
    if (!isCount || !this.context.types.isList(of) || this.context.types.isCollected(of))
      return this.drop(
        "unsupported-function",
        "MongoDB compares only the number of elements of a list with a count.",
        node,
      );
    return this.#member(of, node, (name) =>
      this.#nullable(of, name, documentOf(name, { $size: (right as { readonly value: number }).value })),
    );
  }

  #search(node: Call): DocumentPiece | undefined {
    const { types } = this.context;
    const { callee, args } = node;
    const [of, search] = args;
    if (args.length !== 2 || !/^(?:contains|startsWith|endsWith|match)$/.test(callee))
      return this.drop(
        "unsupported-function",
        `The query language has no function ${show(callee)}(…).`,
        node,
      );
    if (callee === "contains" && types.isList(of!)) {
      const value = this.#value(search!, of!, node);
      if (value === undefined) return undefined;
      const piece = this.#member(of!, node, (name) =>
        this.#nullable(of!, name, documentOf(name, { $all: [value] })),
      );
      return piece && this.#noted(piece, node, "eq", [of!]);
    }
    const type = types.typeOfAll([of!]);
    if ((type !== undefined && type !== "string") || search?.kind !== "literal" || search.type !== "string")
      return this.drop("unsupported-value", "A search is for a string in a member with strings.", node);
    const parts =
      callee === "match"
        ? wildcardParts(callee, search.value)
        : search.value === ""
          ? []
          : [{ text: search.value }];
    if (parts === undefined || (callee === "match" && parts.every((part) => typeof part !== "string")))
      return this.drop("unsupported-value", "Only patterns with . and .* are translated.", node);
    const isStart = callee === "startsWith" || callee === "match";
    const regex = writeRegex(parts, isStart, callee === "endsWith" || callee === "match");
    const regexTest = this.#member(of!, node, (name) =>
      this.#nullable(
        of!,
        name,
        documentOf(name, callee === "match" ? { $regex: regex, $options: "s" } : { $regex: regex }),
      ),
    );
    if (regexTest === undefined || callee === "match") return regexTest;
    return this.#noted(regexTest, node, callee, [of!]);
  }

  #member(
    of: Expression,
    node: Expression,
    write: (name: string) => DocumentPiece | undefined,
  ): DocumentPiece | undefined {
    if (of.kind === "name") return write(of.name);
    if (of.kind === "literal")
      return this.drop("unsupported-value", "A condition compares a member, not two values.", node);
    return this.drop(
      "unsupported-function",
      `The query language has no function ${show(of.callee)}(…).`,
      node,
    );
  }

  #value(right: Expression, of: Expression, node: Call): JsonContent | undefined {
    if (right.kind !== "literal")
      return this.drop(
        "unsupported-operator",
        "A member is compared with a value, not with another member.",
        node,
      );
    const { types } = this.context;
    if (!keepsType(right, types.typeOfAll([of]))) {
      const message = `MongoDB compares only values of the same type, and has no type ${right.type} for this member.`;
      return this.drop("type-conversion", message, node);
    }
    const value = mongoValue(right);
    if (value === undefined)
      return this.drop(
        "unsupported-value",
        "MongoDB has integers of 64 bits, and dates with milliseconds.",
        node,
      );
    return value;
  }

  #noted(document: DocumentPiece, node: Call, callee: string, args: readonly Expression[]): DocumentPiece {
    const [[, piece]] = document.entries as [readonly [string, JsonPiece]];
    noteStrings(this.context, node, callee, args, piece, STRINGS);
    const type = this.context.types.typeOfAll(args.filter(({ kind }) => kind !== "literal"));
    if (type === "time") {
      const message = "Times are compared as strings, with their zones and fractions.";
      this.context.report.note("time-zone", "other", message, node.span, piece);
    }
    return document;
  }
}

function documentOf(key: string, content: JsonContent): DocumentPiece {
  return new DocumentPiece([[key, new JsonPiece(content)]]);
}

function equality(name: string, values: readonly JsonContent[]): DocumentPiece {
  const [value] = values as [JsonContent];
  return documentOf(name, values.length === 1 ? value : { $in: values });
}

/** Joins conditions by `and`: as one document if they are about different members, with `$and` otherwise. */
function joinAnd(parts: readonly DocumentPiece[]): DocumentPiece {
  const entries = parts.flatMap((part) => part.entries);
  const isFlat =
    parts.every((part) => part.entries.length === 1) &&
    new Set(entries.map(([key]) => key)).size === entries.length;
  return isFlat ? new DocumentPiece(entries) : documentOf("$and", parts);
}

function negated(of: DocumentPiece): DocumentPiece {
  const { entries } = of;
  const [key, piece] = entries[0] ?? ["", new JsonPiece(null)];
  if (entries.length !== 1 || key === "$nor" || key === "$and") return documentOf("$nor", [of]);
  if (key === "$or") return new DocumentPiece([["$nor", piece]]);
  const { content } = piece;
  const operators =
    typeof content === "object" && content !== null && !(content instanceof JsonPiece)
      ? Object.keys(content)
      : [];
  const [operator] = operators;
  if (operator === undefined || operator === "$date" || operator === "$numberLong") {
    piece.content = { $ne: content };
    return of;
  }
  const inner = (content as { readonly [key: string]: JsonContent })[operator]!;
  if (operator === "$in") piece.content = { $nin: inner };
  else if (operator === "$not") piece.content = inner;
  else return documentOf("$nor", [of]);
  return of;
}
