const WHOLE = /^\^\(\?:([^]*)\)\$$/;

/** Translates a pattern of CEL, which matches a part of a string, to one of tamis, which matches the whole string. */
export function celMatch(pattern: string): string {
  const inner = WHOLE.exec(pattern)?.[1];
  return inner !== undefined && isGroup(inner) ? inner : `(?s:.*)(?:${pattern})(?s:.*)`;
}

/** Translates a pattern of tamis, which matches the whole string, to one of CEL. */
export function wholeMatch(pattern: string): string {
  return `^(?:${pattern})$`;
}

/** Returns whether the parentheses in a part of a pattern are balanced, so that the ones around it are a pair. */
function isGroup(inner: string): boolean {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < inner.length; at++) {
    const character = inner.charAt(at);
    if (character === "\\") at++;
    else if (isClass) isClass = character !== "]";
    else if (character === "[") isClass = true;
    else if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0 && !isClass;
}
