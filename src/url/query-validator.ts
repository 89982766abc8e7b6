import { codeFrame } from "../diagnostics/code-frame.ts";
import { isRecord } from "../values/is-object.ts";
import { encodeName, encodeText } from "../values/urls/percent-encoding.ts";
import type { CollectionQuery, DecodeQueryOptions } from "./collection-query.ts";
import { decodeParameters } from "./decode-parameters.ts";
import { decodeQuery } from "./decode-query.ts";

/** Query parameters as frameworks pass them: decoded, by name. A repeated parameter is a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface QueryIssue {
  /** The message of a diagnostic and its code frame. */
  readonly message: string;
  /** Name of the parameter. */
  readonly path?: readonly PropertyKey[];
}

/** A validator of the Standard Schema specification, version 1. */
export interface QueryValidator {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "tamis";
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: CollectionQuery; readonly issues?: undefined }
      | { readonly issues: readonly QueryIssue[] };
    readonly types?: { readonly input: QueryParameters; readonly output: CollectionQuery } | undefined;
  };
}

/**
 * Returns a validator of the query parameters of a collection, for frameworks that accept Standard Schema. Its value is the checked
 * query.
 *
 * @throws RangeError for invalid limits in the options.
 * @example
 * app.get("/places", sValidator("query", queryValidator({ catalog: places })), (c) => c.req.valid("query").checkedFilter);
 */
export function queryValidator(options: DecodeQueryOptions = {}): QueryValidator {
  decodeQuery("", options);
  const validate = (value: unknown) => {
    const raw = rawQuery(value);
    if (raw === undefined) return { issues: [{ message: "Query parameters must be strings, by name." }] };
    const { query, diagnostics } = decodeQuery(raw, options);
    if (query !== undefined) return { value: query };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const { parameters } = decodeParameters(raw);
    return {
      issues: errors.map((error) => {
        const { start } = error.span;
        const parameter = parameters.find(({ span }) => span.start <= start && start <= span.end);
        const message = codeFrame(raw, error);
        return parameter === undefined ? { message } : { message, path: [parameter.name] };
      }),
    };
  };
  return Object.freeze({ "~standard": Object.freeze({ version: 1, vendor: "tamis", validate }) });
}

/** Returns the parameters as a query string. Undefined if a value is not a string or a list of strings. */
function rawQuery(value: unknown): string | undefined {
  if (value instanceof URLSearchParams) return pairsText([...value]);
  if (!isRecord(value)) return undefined;
  const pairs: [string, string][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const values: readonly unknown[] = Array.isArray(entry) ? entry : entry === undefined ? [] : [entry];
    for (const item of values) {
      if (typeof item !== "string" || !item.isWellFormed() || !name.isWellFormed()) return undefined;
      pairs.push([name, item]);
    }
  }
  return pairsText(pairs);
}

function pairsText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${encodeName(name)}=${encodeText(value)}`).join("&");
}
