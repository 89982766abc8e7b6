import type { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { beyondSample } from "../../effort.ts";

/** Names of the kernels that tests of columns and collections try. */
export const KERNEL_NAMES = [...beyondSample("plain"), "wasm"] as const;

/** The kernels that tests try, by name. */
export const KERNELS = [
  ...beyondSample(["plain", (budget?: Budget) => plainKernels(budget)] as const),
  ["wasm", (budget?: Budget) => wasmKernels(budget)!] as const,
] as const;
