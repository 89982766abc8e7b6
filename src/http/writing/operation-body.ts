import { requireCatalog } from "../../catalog/require-catalog.ts";
import { requireText, requireObject } from "../../diagnostics/require-argument.ts";
import type { RowOf } from "../../catalog/row-type.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { BodyCodes } from "../contract/resource.ts";
import { parseBody, type BodyObject } from "./json-body.ts";
import { BodyProblems } from "./problems.ts";
import { readValue } from "./read-value.ts";

/**
 * Parses the JSON object in the body of an operation. Integers keep all their digits.
 *
 * Ends the request with 400 for any other body, for a repeated name, and for deep nesting.
 *
 * @param codes error codes of the operation
 */
export function parseJsonObject(text: string, codes: BodyCodes = {}): BodyObject {
  requireText(text, "text");
  return parseBody(text, { codes });
}

/**
 * Reads the members of a catalog from a parsed body. Unknown names are ignored, and missing values are null.
 *
 * Ends the request with 400 and a problem for each invalid member.
 *
 * @param codes error codes of the operation
 * @example const { name } = readBodyMembers(parseJsonObject(await readBody()), catalog);
 */
export function readBodyMembers<C extends Catalog>(
  body: BodyObject,
  catalog: C,
  codes: BodyCodes = {},
): RowOf<C> {
  requireObject(body, "body");
  requireCatalog(catalog);
  const problems = new BodyProblems();
  const context = { problems, fractionDigits: () => 9 };
  const values = [...catalog.members.byName].map(([name, member]) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    return [member.property, readValue({ member, full: member }, value, [name], context)] as const;
  });
  problems.assertNone({ codes });
  // Each value has the type of its member, or a problem was reported.
  return Object.fromEntries(values) as RowOf<C>;
}
