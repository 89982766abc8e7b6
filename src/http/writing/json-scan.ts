/** A problem that `JSON.parse` does not report. */
export interface JsonFinding {
  readonly kind: "too-deep" | "duplicate-name";
  /** Names and indexes from the root to the value. */
  readonly path: readonly (string | number)[];
}

interface Level {
  /** Names that the object has up to this offset; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Current name or index. */
  at: string | number;
  /** Whether the next string of an object is a name. */
  expectsName: boolean;
}

const MAX_FINDINGS = 20;

/**
 * Finds names that an object has twice, and values that are nested too deep. Reads the text once, without recursion. The
 * result for invalid JSON has no meaning, except that text which is nested too deep is always found.
 */
export function scanJson(text: string, maximumDepth: number): readonly JsonFinding[] {
  const findings: JsonFinding[] = [];
  const levels: Level[] = [];
  const path = () => levels.map(({ at }) => at);
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    switch (text[i]) {
      case '"': {
        const end = stringEnd(text, i);
        if (level?.expectsName === true) {
          level.expectsName = false;
          level.at = nameOf(text.slice(i, end));
          if (level.names!.has(level.at) && findings.length < MAX_FINDINGS)
            findings.push({ kind: "duplicate-name", path: path() });
          level.names!.add(level.at);
        }
        i = end - 1;
        break;
      }
      case "{":
      case "[": {
        if (levels.length >= maximumDepth) return [...findings, { kind: "too-deep", path: path() }];
        const isObject = text[i] === "{";
        levels.push({
          names: isObject ? new Set() : undefined,
          at: isObject ? "" : 0,
          expectsName: isObject,
        });
        break;
      }
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (level?.names !== undefined) level.expectsName = true;
        else if (level !== undefined) level.at = (level.at as number) + 1;
        break;
    }
  }
  return findings;
}

/** Returns the offset after the closing quote. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

/** Names with different escapes can be equal. */
function nameOf(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
