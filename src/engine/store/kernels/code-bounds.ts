import type { CodeArray, Kernels } from "./kernels.ts";
import type { NumberKey } from "./order-key.ts";

/**
 * Returns the kernels of an order key whose sort numbers are codes. Their bounds need not be codes: they can be infinite, or below
 * the lowest code.
 *
 * @param codesOf returns the codes of the first rows; called in each step, because memory growth moves them
 */
export function codeKernels(
  kernels: Kernels,
  width: CodeArray["width"],
  codesOf: (rows: number) => CodeArray,
): Pick<NumberKey, "between" | "split" | "list"> {
  const boundsOf = (low: number, high: number) =>
    [Math.max(0, low), Math.min(2 ** (8 * width) - 1, high)] as const;
  return {
    between: (rows, low, high, within, out) => {
      const [from, end] = boundsOf(low, high);
      if (from <= end) kernels.codesBetween(codesOf(rows), from, end, within, out, false);
      else out.u32().fill(0);
    },
    split: (rows, low, high, within, out) =>
      kernels.splitCodes(codesOf(rows), ...boundsOf(low, high), within, out),
    list:
      width === 4
        ? (rows, low, high, within, from, out) =>
            kernels.listCodes(codesOf(rows), ...boundsOf(low, high), within, from, out)
        : undefined,
  };
}
