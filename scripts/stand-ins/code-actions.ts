import type { CodeAction } from "../../src/editor/contract/types.ts";

/** The element shows the fixes of diagnostics, and offers no rewritings: 2 kB (brotli) less. */
export const codeActionsAt = (): readonly CodeAction[] => [];
