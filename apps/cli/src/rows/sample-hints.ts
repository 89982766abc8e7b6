/** Problems of expressions that follow from the first rows. */
import type { Diagnostic } from "tamis";
import type { InputFormat } from "../formats/formats.ts";
import type { MemberNames } from "./rename-members.ts";
import { hasMember } from "./row-members.ts";
import type { TypedRows } from "./sample-types.ts";

export interface SampledRows extends TypedRows {
  /** True if the sample contains all rows. */
  readonly complete: boolean;
  /** True if no row can have other members than those of a header. */
  readonly hasAllColumns?: boolean;
  /** Names of the columns. */
  readonly columns?: readonly string[];
  readonly names: MemberNames;
  /** Format of the input. Undefined for a table or a collection file. */
  readonly format?: InputFormat;
}

/** Converts type errors to warnings, because rows outside the sample may have other types. */
export function hintsOf(diagnostics: readonly Diagnostic[], text: string, rows: SampledRows): Diagnostic[] {
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    switch (diagnostic.code) {
      case "unknown-member": {
        if (isInSample(text, diagnostic.span, rows)) return [];
        if (rows.complete || (rows.hasAllColumns === true && !isInnerName(text, diagnostic.span, rows)))
          return [diagnostic];
        return [
          {
            ...diagnostic,
            severity: "warning",
            message: diagnostic.message.replace(" here", " in the rows seen so far"),
          },
        ];
      }
      case "unquoted-string":
        return isInSample(text, diagnostic.span, rows) ? [] : [diagnostic];
      case "constant-expression":
      case "quoted-member":
      case "quoted-value":
        return [diagnostic];
      case "type-mismatch":
      case "not-a-condition":
        return [{ ...diagnostic, severity: "warning" }];
      default:
        return [];
    }
  });
}

export function isNameDiagnostic(code: Diagnostic["code"]): boolean {
  return code === "unknown-member" || code === "unquoted-string";
}

/** Returns whether a sampled row has the member named at the span, even if its value is null. */
export function isInSample(
  text: string,
  { start, end }: Diagnostic["span"],
  { sample }: SampledRows,
): boolean {
  return hasMember(sample, text.slice(start, end));
}

/** Returns whether the span names a member inside a column, such as `x.y` where `x` has JSON. */
function isInnerName(text: string, { start, end }: Diagnostic["span"], { sample }: SampledRows): boolean {
  const name = text.slice(start, end);
  return name.includes(".") && hasMember(sample, name.slice(0, name.indexOf(".")));
}
