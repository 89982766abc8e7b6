/** Position of a placeholder in a template. */
export interface Placeholder {
  /** Whether it is a value of `in(member,…)`, where a list can be inserted. */
  readonly takesList: boolean;
}

const READ = new WeakMap<TemplateStringsArray, readonly Placeholder[]>();

/**
 * Returns the positions of the placeholders. Each must be an argument of its own: next to other text, such as a quoted
 * string, its value could merge with the text.
 *
 * @throws TypeError for a placeholder inside quotes or next to text other than `(`, `)`, `,` and white space, for quotes
 *   that are not closed, and for an array that does not come from a template
 */
export function placeholdersOf(parts: TemplateStringsArray): readonly Placeholder[] {
  const cached = READ.get(parts);
  if (cached !== undefined) return cached;
  requireTemplate(parts);
  const placeholders: Placeholder[] = [];
  const reader = new PartReader();
  for (const [i, part] of parts.entries()) {
    reader.read(part);
    const isLast = i === parts.length - 1;
    if (reader.isQuoted) {
      throw new TypeError(
        isLast
          ? "The quotes of a template must be closed."
          : `Remove the quotes around \${…}: filter quotes each value according to its type.`,
      );
    }
    if (isLast) break;
    requireSeparated(part, parts[i + 1]!, i === 0, i + 1 === parts.length - 1);
    placeholders.push({ takesList: reader.takesList });
  }
  READ.set(parts, placeholders);
  return placeholders;
}

function requireTemplate(parts: unknown): void {
  const isTemplate = Array.isArray(parts) && Array.isArray((parts as { raw?: unknown }).raw);
  if (!isTemplate || !parts.every((part) => typeof part === "string"))
    throw new TypeError(
      "filter must be the tag of a template with valid escape sequences: filter`eq(name,${value})`",
    );
}

function requireSeparated(before: string, after: string, isFirst: boolean, isLast: boolean): void {
  const startsAlone = before === "" ? isFirst : /[(,\s]$/.test(before);
  const endsAlone = after === "" ? isLast : /^[),:\s]/.test(after);
  if (startsAlone && endsAlone) return;
  throw new TypeError(
    `Separate \${…} from the text around it: a value is an argument of its own, as in eq(name,\${…}).`,
  );
}

/** Reads the static text of a template: quotes, and the call around each placeholder. */
class PartReader {
  readonly #calls: { readonly callee: string; commas: number }[] = [];
  #quote = "";
  /** Name that ends at the current offset, not counting white space. Empty if something else is there. */
  #word = "";

  get isQuoted(): boolean {
    return this.#quote !== "";
  }

  get takesList(): boolean {
    const call = this.#calls.at(-1);
    return call?.callee === "in" && call.commas > 0;
  }

  read(part: string): void {
    for (const character of part) {
      if (this.#quote !== "") {
        if (character === this.#quote) this.#quote = "";
      } else {
        this.#readUnquoted(character);
      }
    }
    this.#word = "";
  }

  #readUnquoted(character: string): void {
    if (/[\p{L}0-9_@.-]/u.test(character)) {
      this.#word += character;
      return;
    }
    if (/\s/.test(character)) return;
    if (character === "'" || character === '"') this.#quote = character;
    else if (character === "(") this.#calls.push({ callee: this.#word, commas: 0 });
    else if (character === ")") this.#calls.pop();
    else if (character === ",") {
      const call = this.#calls.at(-1);
      if (call !== undefined) call.commas++;
    }
    this.#word = "";
  }
}
