import type { CodeArray, Kernels, ListedRows, Slab } from "./kernels.ts";

/** Returns bounds as codes. They can be infinite, or below the lowest code. */
function codeBounds({ width }: CodeArray, low: number, high: number): readonly [from: number, end: number] {
  return [Math.max(0, low), Math.min(2 ** (8 * width) - 1, high)];
}

/** Like the kernel, for bounds that are not codes: infinite, or below the lowest code. */
export function listCodes(
  kernels: Kernels,
  codes: CodeArray,
  low: number,
  high: number,
  within: Slab,
  from: number,
  out: Slab,
): ListedRows {
  return kernels.listCodes(codes, ...codeBounds(codes, low, high), within, from, out);
}

/** Like the kernel, for bounds that are not codes: infinite, or below the lowest code. */
export function codesBetween(
  kernels: Kernels,
  codes: CodeArray,
  low: number,
  high: number,
  within: Slab,
  out: Slab,
): void {
  const [from, end] = codeBounds(codes, low, high);
  if (from <= end) kernels.codesBetween(codes, from, end, within, out, false);
  else out.u32().fill(0);
}

/** Like the kernel, for bounds that are not codes: infinite, or below the lowest code. */
export function splitCodes(
  kernels: Kernels,
  codes: CodeArray,
  low: number,
  high: number,
  within: Slab,
  out: Slab,
): number {
  const [from, end] = codeBounds(codes, low, high);
  return kernels.splitCodes(codes, from, end, within, out);
}
