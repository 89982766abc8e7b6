/** Type of DuckDB as a tree. */
export type DuckdbType =
  /** `name` includes parameters: `DECIMAL(10,2)`, `ENUM('a', 'b')`. */
  | { readonly kind: "scalar"; readonly name: string }
  /** A list, or an array with a fixed size. */
  | { readonly kind: "list"; readonly items: DuckdbType; readonly isArray: boolean }
  | { readonly kind: "map"; readonly key: DuckdbType; readonly value: DuckdbType }
  | {
      readonly kind: "struct" | "union";
      readonly fields: readonly (readonly [name: string, type: DuckdbType])[];
    };

/**
 * Parses a type as DuckDB's catalog writes it: `STRUCT(a INTEGER, "b c" VARCHAR[])`. A type that it cannot parse, such as
 * a struct without field names, is a scalar of that name.
 */
export function parseDuckdbType(text: string): DuckdbType {
  const reader = new TypeReader(text);
  const type = reader.type();
  return type !== undefined && reader.isAtEnd ? type : { kind: "scalar", name: text };
}

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  type(): DuckdbType | undefined {
    let type = this.#base();
    while (type !== undefined) {
      const size = this.#take(/\[(\d*)\]/y);
      if (size === undefined) return type;
      type = { kind: "list", items: type, isArray: size[1] !== "" };
    }
    return undefined;
  }

  #base(): DuckdbType | undefined {
    const fields = this.#take(/(STRUCT|UNION)\(/y);
    if (fields !== undefined) return this.#fields(fields[1] === "STRUCT" ? "struct" : "union");
    if (this.#take(/MAP\(/y) !== undefined) {
      const key = this.type();
      if (key === undefined || this.#take(/, /y) === undefined) return undefined;
      const value = this.type();
      return value === undefined || this.#take(/\)/y) === undefined ? undefined : { kind: "map", key, value };
    }
    const name =
      this.#take(/ENUM\((?:'(?:[^']|'')*'(?:, )?)*\)/y) ??
      this.#take(/"(?:[^"]|"")*"/y) ??
      this.#take(SCALAR);
    return name === undefined ? undefined : { kind: "scalar", name: name[0] };
  }

  #fields(kind: "struct" | "union"): DuckdbType | undefined {
    const fields: [string, DuckdbType][] = [];
    do {
      const name = this.#take(/"((?:[^"]|"")*)" /y) ?? this.#take(/([^\s",()[\]]+) /y);
      const type = name === undefined ? undefined : this.type();
      if (type === undefined) return undefined;
      fields.push([name![1]!.replaceAll('""', '"'), type]);
    } while (this.#take(/, /y) !== undefined);
    return this.#take(/\)/y) === undefined ? undefined : { kind, fields };
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}

/** Words with optional numbers in parentheses: `TIMESTAMP WITH TIME ZONE`, `DECIMAL(10,2)`. */
const SCALAR = /[A-Za-z_][\w ]*(?:\([\w, ]*\))?/y;
