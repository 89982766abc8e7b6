import type { CodeAction } from "../../src/editor/contract/types.ts";

/** Returns no rewritings, because the element only shows the fixes of diagnostics. Saves 2 kB (brotli). */
export const codeActionsAt = (): readonly CodeAction[] => [];
