import { requireCatalog } from "./require-catalog.ts";
import { requireObject } from "../diagnostics/require-argument.ts";
import { isSafeInteger } from "../values/types.ts";
import { typeName } from "./type-name.ts";
import type { Catalog, Member, Members } from "./types.ts";
import { ownProperty } from "../values/own-properties.ts";

export interface TypesOptions {
  /** Default: the collection's name with `Row`: `ReportsRow`. */
  readonly typeName?: string;
}

/**
 * Returns the TypeScript source of an interface for a catalog's rows: the type that `RowOf` computes.
 *
 * @throws RangeError if `typeName` is not an identifier.
 * @example catalogToTypes(reports) // "export interface ReportsRow {\n  readonly id: string;\n…"
 */
export function catalogToTypes(catalog: Catalog, options: TypesOptions = {}): string {
  requireCatalog(catalog);
  requireObject(options, "options");
  const name = ownProperty(options, "typeName") ?? typeName(catalog.name, "Row");
  if (!IDENTIFIER.test(name))
    throw new RangeError(`typeName must be an identifier, got ${JSON.stringify(name)}`);
  const about = catalog.description === undefined ? "" : ` ${catalog.description}`;
  const title = `A row of ${catalog.name}.${about}`;
  return `${comment(title, "")}export interface ${name} ${objectType(catalog.members, "")}\n`;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const INDENT = "  ";

function objectType({ byName }: Members, indent: string): string {
  const inner = indent + INDENT;
  const writtenProperties = new Set<string>();
  let lines = "";
  for (const member of byName.values()) {
    // Several members can read the same property.
    if (writtenProperties.has(member.property)) continue;
    writtenProperties.add(member.property);
    const property = IDENTIFIER.test(member.property) ? member.property : quoted(member.property);
    const type = typeOf(member, inner);
    lines += comment(member.description, inner);
    lines += `${inner}readonly ${property}${member.nullable ? `?: ${type} | null | undefined` : `: ${type}`};\n`;
  }
  return lines === "" ? "{}" : `{\n${lines}${indent}}`;
}

function typeOf(member: Member, indent: string): string {
  switch (member.type) {
    case "list": {
      const items = member.items as Member;
      const type = typeOf(items, indent);
      if (items.nullable) return `readonly (${type} | null)[]`;
      return needsParentheses(items) ? `readonly (${type})[]` : `readonly ${type}[]`;
    }
    case "map":
      return `{ readonly [key: string]: ${typeOf(member.values as Member, indent)} | null | undefined }`;
    case "object":
      return objectType(member.members!, indent);
    case "boolean":
      return "boolean";
    case "integer":
      return isSafeInteger(member) ? "number" : "number | bigint";
    case "number":
      return "number";
    case "string":
    case "date":
    case "time":
    case "dateTime":
      return member.enum === undefined ? "string" : member.enum.map(quoted).join(" | ") || "never";
  }
}

/**
 * Returns whether the type of a list's items needs parentheses: unions, and lists, because `readonly` would apply to the
 * outer list.
 */
function needsParentheses(items: Member): boolean {
  return (
    (items.type === "integer" && !isSafeInteger(items)) ||
    items.type === "list" ||
    (items.enum?.length ?? 0) > 1
  );
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return "";
  const lines = text.replaceAll("*/", "*\\/").split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length === 1) return `${indent}/** ${lines[0]!} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** Returns a string literal with escaped line separators and lone surrogates. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
