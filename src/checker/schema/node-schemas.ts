import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Limits } from "../../diagnostics/limits.ts";
import { isFixed, overlap, type NameTemplate } from "./name-templates.ts";

const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?|24:00(?::00(?:\\.0{1,9})?)?";
const ZONE = "(?:Z|[+-](?:0\\d|1[0-7]):[0-5]\\d|[+-]18:00)?";
const DAY = "(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
/** A segment of a name. */
const SEGMENT = "[\\p{L}_@][\\p{L}0-9_@-]*";
/** Decimal digits of the largest double. */
const DIGITS = 309;

export const BOOLEAN = node("boolean", { type: "boolean" });
export const DATE = node("date", { type: "string", pattern: `^${DAY}$` });
export const TIME = node("time", { type: "string", pattern: `^(?:${CLOCK})${ZONE}$` });
export const DATE_TIME = node("dateTime", { type: "string", pattern: `^${DAY}T(?:${CLOCK})${ZONE}$` });
export const NUMBER = node("number", {
  anyOf: [{ type: "number" }, { type: "string", pattern: "^-?(?:0|[1-9]\\d*)$", maxLength: DIGITS + 1 }],
});

export function stringSchema(maxLength: number): JsonSchema {
  // Lone surrogates and U+0000 have no literal.
  return node("string", { type: "string", maxLength, pattern: "^[^\\u0000\\ud800-\\udfff]*$" });
}

/** Returns the schema of an integer literal. `minimum` is 0 or undefined. */
export function integerSchema(minimum: number | undefined): JsonSchema {
  const digits = minimum === undefined ? "^-?(?:0|[1-9]\\d*)$" : "^(?:-?0|[1-9]\\d*)$";
  return node("number", {
    anyOf: [
      { type: "integer", ...(minimum === undefined ? {} : { minimum }) },
      { type: "string", pattern: digits, maxLength: DIGITS + 1 },
    ],
  });
}

/** Returns the schemas of the names that some templates describe. `list` has all templates of the catalog. */
export function nameSchemas(
  templates: readonly NameTemplate[],
  list: readonly NameTemplate[],
): readonly JsonSchema[] {
  const fixed = templates
    .filter((template) => isFixed(template) && list.find((other) => overlap(other, template)) === template)
    .map(({ segments }) => segments.join("."));
  const patterns = templates.filter((template) => !isFixed(template));
  return [
    ...(fixed.length === 0 ? [] : [node("name", { enum: fixed })]),
    ...patterns.map((template) => {
      const earlier = list.slice(0, list.indexOf(template)).filter((other) => overlap(other, template));
      const pattern = nameSchema(template);
      return node(
        "name",
        earlier.length === 0 ? pattern : { ...pattern, not: { anyOf: earlier.map(nameSchema) } },
      );
    }),
  ];
}

function nameSchema(template: NameTemplate): JsonSchema {
  return { type: "string", pattern: patternOf(template) };
}

function patternOf({ segments }: NameTemplate): string {
  const parts = segments.map((segment) => (segment === null ? SEGMENT : segment));
  return `^${parts.join("\\.")}$`;
}

/** Returns the schema of a call. `args` are alternative schemas of its argument list. */
export function callSchema(
  name: string,
  summary: string,
  strengths: readonly string[] | undefined,
  args: readonly JsonSchema[],
): JsonSchema {
  return {
    description: summary,
    type: "object",
    properties: {
      call: { const: name },
      ...(strengths === undefined ? {} : { strength: { enum: strengths } }),
      args: args.length === 1 ? args[0]! : { anyOf: args },
    },
    required: ["call", "args"],
    additionalProperties: false,
  };
}

/** Returns the schema of an argument list: one schema for each position, and `rest` for further arguments. */
export function argumentsSchema(
  items: readonly JsonSchema[],
  rest: JsonSchema | undefined,
  minItems: number,
  limits: Limits,
): JsonSchema {
  return {
    type: "array",
    ...(items.length === 0 ? {} : { prefixItems: items }),
    items: rest ?? false,
    minItems,
    maxItems: rest === undefined ? items.length : limits.arguments,
  };
}

/**
 * Returns the schema of argument lists like that of `eq('name','x')`: the first string is the name of a member, and all other
 * arguments are literals. The strict check rejects them, because the quotes are probably a mistake.
 */
export function quotedMemberSchema(templates: readonly NameTemplate[]): JsonSchema {
  const quoted = objectWith("string", { properties: { string: { anyOf: templates.map(nameSchema) } } });
  const computed = { anyOf: [objectWith("name"), objectWith("call")] };
  return { type: "array", prefixItems: [quoted], not: { type: "array", contains: computed } };
}

function objectWith(key: string, rest: JsonSchema = {}): JsonSchema {
  return { type: "object", required: [key], ...rest };
}

function node(key: string, value: JsonSchema): JsonSchema {
  return { type: "object", properties: { [key]: value }, required: [key], additionalProperties: false };
}
