import type { Diagnostic, Fix } from "./diagnostic.ts";

/** A fix joined with the fix of a further mistake that it reveals. */
export interface CompletedFix {
  readonly fix: Fix;
  /** Diagnostics of the same stage (parser or checker) after the fix. */
  readonly after: readonly Diagnostic[];
}

/** Diagnostics of the same stage before and after a fix: of the whole text, or of a part that nothing else depends on. */
export interface FixTrial {
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}

/**
 * Removes the fixes that do not work on their own. A fix works if its diagnostic disappears, and no error is reported more often
 * than before. If no fix of a diagnostic works, keeps those that work after `complete` has extended them.
 *
 * @param retry tries one fix; undefined if that is not possible within the limits, which removes the fix
 * @param complete completes a fix that does not work, with its result of `retry`
 */
export function workingFixes(
  diagnostics: readonly Diagnostic[],
  retry: (fix: Fix, diagnostic: Diagnostic) => FixTrial | undefined,
  complete?: (fix: Fix, after: readonly Diagnostic[]) => CompletedFix | undefined,
): readonly Diagnostic[] {
  if (diagnostics.every(({ fixes }) => fixes.length === 0)) return diagnostics;
  return diagnostics.map((diagnostic): Diagnostic => {
    if (diagnostic.fixes.length === 0) return diagnostic;
    const completed: Fix[] = [];
    const working = diagnostic.fixes.filter((fix) => {
      const trial = retry(fix, diagnostic);
      if (trial === undefined) return false;
      const before = countCodes(trial.before);
      if (works(diagnostic, before, countCodes(trial.after))) return true;
      const full = complete?.(fix, trial.after);
      if (full !== undefined && works(diagnostic, before, countCodes(full.after))) completed.push(full.fix);
      return false;
    });
    const fixes = working.length > 0 ? working : completed;
    return fixes === working && fixes.length === diagnostic.fixes.length
      ? diagnostic
      : { ...diagnostic, fixes };
  });
}

interface CodeCounts {
  readonly all: ReadonlyMap<string, number>;
  readonly errors: ReadonlyMap<string, number>;
}

function works({ code }: Diagnostic, before: CodeCounts, after: CodeCounts): boolean {
  if ((after.all.get(code) ?? 0) >= (before.all.get(code) ?? 0)) return false;
  for (const [error, count] of after.errors) if (count > (before.errors.get(error) ?? 0)) return false;
  return true;
}

function countCodes(diagnostics: readonly Diagnostic[]): CodeCounts {
  const all = new Map<string, number>();
  const errors = new Map<string, number>();
  for (const { code, severity } of diagnostics) {
    all.set(code, (all.get(code) ?? 0) + 1);
    if (severity === "error") errors.set(code, (errors.get(code) ?? 0) + 1);
  }
  return { all, errors };
}
