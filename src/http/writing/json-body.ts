import { parseJson, TooManyDigitsError } from "../../values/json/exact-json.ts";
import { isRecord } from "../../values/is-object.ts";
import { show } from "../../diagnostics/show.ts";
import { MAX_BODY_DEPTH } from "../contract/body-problems.ts";
import type { BodyCodes } from "../contract/resource.ts";
import { scanJson } from "./json-scan.ts";
import { BodyProblems } from "./problems.ts";

export type BodyObject = Readonly<Record<string, unknown>>;

/**
 * Parses a request body. Integers keep all their digits.
 *
 * @throws RequestFailure (400) unless it is a JSON object without duplicate names, and not nested too deep
 */
export function parseBody(text: string, resource: { readonly codes: BodyCodes }): BodyObject {
  const problems = new BodyProblems();
  // Deep nesting is found before parsing: the parser of long integers is recursive.
  const findings = scanJson(text, MAX_BODY_DEPTH);
  const tooDeep = findings.find(({ kind }) => kind === "too-deep");
  if (tooDeep !== undefined)
    problems.add("too-deep", [], `The body is nested deeper than ${MAX_BODY_DEPTH} levels.`);
  problems.assertNone(resource);
  if (text.trim() === "")
    problems.add(
      "invalid-json",
      [],
      "The body is empty. It must be a JSON object.",
      resource.codes.emptyBody,
    );
  problems.assertNone(resource);
  const value = parse(text, problems);
  problems.assertNone(resource);
  for (const { path } of findings)
    problems.add("duplicate-name", path, `The object has the name '${show(String(path.at(-1)))}' twice.`);
  if (!isRecord(value))
    problems.add(
      "not-an-object",
      [],
      "The body must be a JSON object.",
      value === null ? resource.codes.nullBody : undefined,
    );
  problems.assertNone(resource);
  return value as BodyObject;
}

function parse(text: string, problems: BodyProblems): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TooManyDigitsError)
      problems.add("out-of-range", [], `In the body, ${error.message}.`);
    else if (!(error instanceof SyntaxError)) throw error;
    else problems.add("invalid-json", [], "The body is not valid JSON.");
    return undefined;
  }
}
