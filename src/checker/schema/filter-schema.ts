import { requireCatalog } from "../../catalog/require-catalog.ts";
import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import { STRENGTHS } from "../../collation/order/strength.ts";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { resolveLimits, type Limits } from "../../diagnostics/limits.ts";
import { accepts } from "../../functions/definition/accepts.ts";
import { makeFunctionTable } from "../../functions/definition/function-table.ts";
import { isOptional } from "../../functions/definition/signature-text.ts";
import type { FunctionDefinition, FunctionParameter, Signature } from "../../functions/definition/types.ts";
import { FUNCTIONS } from "../../functions/list.ts";
import { comparable } from "../../values/comparable.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ScalarType, ValueType } from "../../values/types.ts";
import { nameTemplates, type NameTemplate } from "./name-templates.ts";
import * as nodes from "./node-schemas.ts";

export interface FilterSchemaOptions {
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[];
  readonly limits?: Partial<Limits>;
}

/** A rule of filters that a JSON Schema cannot express, and the codes of its diagnostics. */
export interface FilterSchemaException {
  readonly rule: string;
  readonly codes: readonly DiagnosticCode[];
}

/** The rules that a filter can break although it validates against the schema of `filterSchema`. `check` or `fromJson` rejects it. */
export const FILTER_SCHEMA_EXCEPTIONS: readonly FilterSchemaException[] = [
  { rule: "The day of a date exists in its month.", codes: ["invalid-date"] },
  { rule: "A pattern has the syntax of RE2.", codes: ["invalid-pattern"] },
  { rule: "Patterns are within the limit of states.", codes: ["pattern-too-expensive"] },
  {
    rule: "Depth, nodes and characters of the whole filter are limited.",
    codes: ["too-deep", "too-many-nodes", "text-too-long"],
  },
  {
    rule: "Lengths are limited in UTF-16 code units; a schema counts code points.",
    codes: ["string-too-long", "pattern-too-long"],
  },
  { rule: "An integer in digits is at most about 1.8e308.", codes: ["invalid-tree"] },
  {
    rule: "Two lists are not compared with each other if only literals precede them.",
    codes: ["type-mismatch"],
  },
  { rule: "A service's own function can reject literals.", codes: ["invalid-argument"] },
];

/**
 * Returns the JSON Schema (2020-12) of the filters of a catalog in their JSON form (`toJson`): its members, types and functions.
 * It constrains programs and language models to valid filters. Every filter that the strict `check` accepts validates. Every
 * filter that validates passes `check`, except for `FILTER_SCHEMA_EXCEPTIONS`.
 *
 * @example
 * const schema = filterSchema(reports);
 * fromJson(filterFromModel).expression // check(expression, reports).ok
 */
export function filterSchema(catalog: Catalog, options: FilterSchemaOptions = {}): JsonSchema {
  requireCatalog(catalog);
  const { functions = [], limits } = ownProperties(options);
  return new SchemaWriter(catalog, functions, resolveLimits(limits)).schema();
}

/** Groups of types that compare with each other, each represented by one of its types. */
const COMPARABLES: readonly ValueType[] = [
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { type: "date" },
  { type: "time" },
];

class SchemaWriter {
  readonly #catalog: Catalog;
  readonly #limits: Limits;
  readonly #functions: readonly FunctionDefinition[];
  readonly #templates: readonly NameTemplate[];
  readonly #literals: readonly (readonly [ScalarType, JsonSchema])[];
  readonly #definitions = new Map<string, JsonSchema>();
  /** Names of definitions by their content, so that equal ones are written once. */
  readonly #byContent = new Map<string, string>();

  constructor(catalog: Catalog, functions: readonly FunctionDefinition[], limits: Limits) {
    this.#catalog = catalog;
    this.#limits = limits;
    const table = makeFunctionTable([...FUNCTIONS, ...functions]);
    this.#functions = [...table.values()].filter(({ name }) => catalog.functions?.has(name) !== false);
    this.#templates = nameTemplates(catalog);
    this.#literals = [
      ["boolean", this.#define("boolean", nodes.BOOLEAN)],
      ["number", this.#define("number", nodes.NUMBER)],
      ["string", this.#define("string", nodes.stringSchema(limits.string))],
      ["date", this.#define("date", nodes.DATE)],
      ["time", this.#define("time", nodes.TIME)],
      ["dateTime", this.#define("dateTime", nodes.DATE_TIME)],
    ];
  }

  schema(): JsonSchema {
    const condition = this.#node("condition", undefined, ({ type }) => type === "boolean");
    for (const definition of this.#functions) {
      const { name, summary, strength, signatures } = definition;
      const args = signatures.flatMap((signature) => this.#argumentLists(signature, definition));
      const schema = nodes.callSchema(name, summary, strength ? STRENGTHS : undefined, args);
      this.#definitions.set(`call-${name}`, schema);
    }
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: `Filter of ${this.#catalog.name}`,
      ...condition,
      $defs: Object.fromEntries(this.#definitions),
    };
  }

  /** Returns the alternatives of the arguments of a signature. */
  #argumentLists(signature: Signature, definition: FunctionDefinition): readonly JsonSchema[] {
    const { parameters, rest } = signature;
    const compares = [...parameters, ...(rest === undefined ? [] : [rest])].some(
      ({ type }) => type === "comparable",
    );
    if (compares) return COMPARABLES.flatMap((kind) => this.#comparisons(kind, signature, definition));
    if (!parameters.some(({ type }) => type === "searchString"))
      return [this.#list(signature, (parameter) => this.#argument(parameter, definition))];
    // Two alternatives: a string is searched for another string, or a list for an element.
    const texts = this.#list(signature, (parameter) =>
      parameter.type === "searchable" || parameter.type === "searchString"
        ? this.#argument({ ...parameter, type: "text" }, { ...definition, someElement: false })
        : this.#argument(parameter, definition),
    );
    const lists = COMPARABLES.map((kind) =>
      this.#list(signature, (parameter) =>
        parameter.type === "searchable"
          ? this.#values(kind, definition, "lists")
          : parameter.type === "searchString"
            ? this.#values(kind, definition, "singles")
            : this.#argument(parameter, definition),
      ),
    );
    return [texts, ...lists];
  }

  /** Returns the alternatives of arguments that are compared with each other. Two lists cannot be compared. */
  #comparisons(kind: ValueType, signature: Signature, definition: FunctionDefinition): readonly JsonSchema[] {
    const valuesOf = (values: "lists" | "singles" | "both") => this.#values(kind, definition, values);
    const schema = this.#list(signature, (parameter) =>
      parameter.type === "comparable" ? valuesOf("both") : this.#argument(parameter, definition),
    );
    const first = signature.parameters.findIndex(({ type }) => type === "comparable");
    const singleFirst = this.#list(signature, (parameter, index) =>
      parameter.type !== "comparable"
        ? this.#argument(parameter, definition)
        : valuesOf(index === first ? "singles" : "both"),
    );
    const lists = valuesOf("lists");
    return lists["not"] !== undefined
      ? [schema]
      : [{ ...schema, contains: lists, minContains: 0, maxContains: 1 }, singleFirst];
  }

  #list(
    { parameters, rest }: Signature,
    schemaOf: (parameter: FunctionParameter, index: number) => JsonSchema,
  ): JsonSchema {
    const required = parameters.filter((parameter) => !isOptional(parameter)).length;
    const list = nodes.argumentsSchema(
      parameters.map(schemaOf),
      rest && schemaOf(rest, parameters.length),
      required,
      this.#limits,
    );
    const first = parameters[0]?.type;
    if (first === undefined || first === "condition" || first === "pattern" || this.#templates.length === 0)
      return list;
    return { ...list, not: this.#define("quoted-member", nodes.quotedMemberSchema(this.#templates)) };
  }

  #argument(parameter: FunctionParameter, definition: FunctionDefinition): JsonSchema {
    const { type, minimum } = parameter;
    if (type === "pattern")
      return this.#define("pattern", nodes.stringSchema(Math.min(this.#limits.pattern, this.#limits.string)));
    if (type === "condition") return this.#node("condition", definition, (typed) => typed.type === "boolean");
    const isAccepted = (valueType: ValueType) => accepts(parameter, valueType, definition);
    if (type !== "integer") return this.#node(type, definition, isAccepted);
    const name = minimum === undefined ? "integer" : "count";
    return this.#node(name, definition, isAccepted, nodes.integerSchema(minimum));
  }

  #values(kind: ValueType, definition: FunctionDefinition, form: "lists" | "singles" | "both"): JsonSchema {
    const name = form === "singles" ? kind.type : form === "lists" ? `${kind.type}-list` : `${kind.type}s`;
    return this.#node(`${name}-value`, definition, (type) =>
      form !== "both" && (type.type === "list") !== (form === "lists") ? false : comparable(type, kind),
    );
  }

  /**
   * Returns the schema of nodes whose type is accepted.
   *
   * @param definition function of which the node is an argument
   * @param literal schema of the literals. Default: those of the accepted types.
   */
  #node(
    name: string,
    definition: FunctionDefinition | undefined,
    isAccepted: (type: ValueType) => boolean,
    literal?: JsonSchema,
  ): JsonSchema {
    const templates = this.#templates.filter(
      ({ type, member }) =>
        isAccepted(type) && (definition === undefined || member.functions?.has(definition.name) !== false),
    );
    const calls = this.#functions.filter(({ result }) => isAccepted({ type: result }));
    const alternatives = [
      ...(literal === undefined
        ? this.#literals.filter(([type]) => isAccepted({ type })).map(([, schema]) => schema)
        : [literal]),
      ...nodes.nameSchemas(templates, this.#templates),
      ...calls.map((call) => ({ $ref: `#/$defs/call-${encodeURIComponent(call.name)}` })),
    ];
    return alternatives.length === 0 ? NOTHING : this.#define(name, { anyOf: alternatives });
  }

  /** Returns a reference to a definition, which is written once. */
  #define(name: string, schema: JsonSchema): JsonSchema {
    const content = JSON.stringify(schema);
    let uniqueName = this.#byContent.get(content);
    if (uniqueName === undefined) {
      uniqueName = name;
      for (let number = 2; this.#definitions.has(uniqueName); number++) uniqueName = `${name}-${number}`;
      this.#byContent.set(content, uniqueName);
      this.#definitions.set(uniqueName, schema);
    }
    return { $ref: `#/$defs/${uniqueName}` };
  }
}

const NOTHING: JsonSchema = { not: {} };
