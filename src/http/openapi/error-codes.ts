import type { CodesByStatus, ErrorCodes } from "../contract/resource.ts";
import { errorReference, type ErrorStatus } from "./responses.ts";

/** Properties of an operation on which its error codes depend. */
export interface CodeFacts {
  readonly hasBody: boolean;
  /** Status of a change that would repeat the unique values of another row. */
  readonly conflictStatus?: 400 | 409 | undefined;
}

/** Returns the codes that the general checks of requests use. */
export function generalCodes(
  codes: Partial<ErrorCodes>,
  { hasBody, conflictStatus = 409 }: CodeFacts,
): CodesByStatus {
  const conflicts = listed(codes.conflict);
  return {
    "400": [
      ...listed(codes.version),
      ...(hasBody ? listed(codes.invalidBody, codes.emptyBody, codes.nullBody) : []),
      ...(hasBody && conflictStatus === 400 ? conflicts : []),
    ],
    "404": listed(codes.notFound),
    "406": [...listed(codes.notAcceptable, codes.downgrade), ...(hasBody ? listed(codes.missingType) : [])],
    "409": conflicts,
    "412": listed(codes.mismatch),
    "428": listed(codes.conditionRequired),
    "500": listed(codes.failure),
  };
}

function listed(...codes: readonly (number | string | undefined)[]): readonly (number | string)[] {
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/**
 * Returns the error responses of an operation, and `x-error-codes` with the codes of each status.
 *
 * @param meanings sentences for users, by code
 */
export function errorResponses(
  statuses: readonly ErrorStatus[],
  byStatus: readonly CodesByStatus[],
  meanings: Readonly<Record<string, string>>,
): { readonly responses: Readonly<Record<string, object>>; readonly codes: object } {
  const responses: [string, object][] = [];
  const codesByStatus: [string, readonly (number | string)[]][] = [];
  for (const status of [...new Set(statuses)].sort()) {
    const codes = [...new Set(byStatus.flatMap((errors) => errors[status] ?? []))];
    responses.push([
      status,
      errorReference(
        status,
        codes.map((code) => lineOf(code, meanings)),
      ),
    ]);
    if (codes.length > 0) codesByStatus.push([status, codes]);
  }
  return {
    responses: Object.fromEntries(responses),
    codes: codesByStatus.length === 0 ? {} : { "x-error-codes": Object.fromEntries(codesByStatus) },
  };
}

function lineOf(code: number | string, meanings: Readonly<Record<string, string>>): string {
  const meaning = Object.hasOwn(meanings, String(code)) ? meanings[String(code)] : undefined;
  return meaning === undefined ? `- \`${code}\`` : `- \`${code}\`: ${meaning}`;
}
