import type { PackageProblem } from "./decision-package.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum number of reported problems. Reading goes on, but further ones are dropped. */
const MAX_PROBLEMS = 50;

/** Collects the problems of a document. */
export class Problems {
  readonly list: PackageProblem[] = [];

  add(pointer: string, message: string, range?: PackageProblem["range"]): void {
    if (this.list.length < MAX_PROBLEMS) this.list.push({ pointer, message, range });
  }
}

/**
 * Reads the members of one object of a document. A missing or wrong value is reported, and a value of the right type takes its
 * place, so that one pass finds all problems.
 */
export class ObjectReader {
  readonly pointer: string;
  readonly problems: Problems;
  readonly #object: JsonObject;
  readonly #readNames = new Set<string>();

  constructor(value: unknown, pointer: string, problems: Problems) {
    this.pointer = pointer;
    this.problems = problems;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) problems.add(pointer, "The value must be an object.");
    this.#object = isObject ? (value as JsonObject) : {};
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name);
  }

  /** Reads a string of 1 to 256 characters. Without a default it is required. */
  text(name: string, fallback?: string): string {
    const value = this.#value(name);
    if (value === undefined && fallback !== undefined) return fallback;
    const isText = typeof value === "string" && value !== "" && value.length <= 256 && value.isWellFormed();
    if (!isText) this.#report(name, "must be a string of 1 to 256 characters");
    return isText ? value : "";
  }

  /** Reads a text of any length that is not blank, such as a condition. */
  longText(name: string): string {
    const value = this.#value(name);
    if (typeof value === "string" && value.trim() !== "") return value;
    this.#report(name, "must be a string that is not blank");
    return "";
  }

  /** Reads a name of letters, digits and `_`, which begins with a letter and has at most 64 characters. */
  identifier(name: string): string {
    const value = this.#value(name);
    if (typeof value === "string" && /^[A-Za-z]\w{0,63}$/.test(value)) return value;
    this.#report(name, "must be a name of 1 to 64 letters, digits and _, which begins with a letter");
    return "";
  }

  integer(name: string, least: number, greatest: number, fallback?: number): number {
    const value = this.#value(name);
    if (value === undefined && fallback !== undefined) return fallback;
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest)
      return value as number;
    this.#report(name, `must be an integer from ${least} to ${greatest}`);
    return fallback ?? least;
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.#value(name);
    if (value === undefined || typeof value === "boolean") return value ?? fallback;
    this.#report(name, "must be true or false");
    return fallback;
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    const value = this.#value(name);
    const choice = values.find((candidate) => candidate === value);
    if (choice === undefined) this.#report(name, `must be one of ${values.join(", ")}`);
    return choice ?? values[0]!;
  }

  /** Reads a list of strings; undefined if it is missing. */
  texts(name: string): readonly string[] | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    const isList =
      Array.isArray(value) && value.every((element) => typeof element === "string" && element !== "");
    if (!isList) this.#report(name, "must be a list of strings that are not empty");
    return isList ? (value as readonly string[]) : [];
  }

  /** Reads a list of objects with different names. A missing list is empty. */
  objects<T>(
    name: string,
    limit: number,
    key: keyof T & string,
    readItem: (reader: ObjectReader) => T,
  ): readonly T[] {
    const value = this.#value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length > limit) {
      this.#report(name, `must be a list of at most ${limit} objects`);
      return [];
    }
    const keys = new Set<unknown>();
    return value.map((element: unknown, i) => {
      const pointer = `${this.pointer}/${name}/${i}`;
      const reader = new ObjectReader(element, pointer, this.problems);
      const item = readItem(reader);
      reader.finish();
      if (keys.has(item[key])) this.problems.add(`${pointer}/${key}`, `"${String(item[key])}" occurs twice.`);
      keys.add(item[key]);
      return item;
    });
  }

  /** Reports members that nothing has read: probably misspelled names. */
  finish(): void {
    for (const name of Object.keys(this.#object))
      if (!this.#readNames.has(name))
        this.problems.add(
          `${this.pointer}/${escaped(name)}`,
          `There is no member "${name.slice(0, 64)}" here. Known ones: ${[...this.#readNames].join(", ")}.`,
        );
  }

  #value(name: string): unknown {
    this.#readNames.add(name);
    return this.has(name) ? this.#object[name] : undefined;
  }

  #report(name: string, requirement: string): void {
    this.problems.add(`${this.pointer}/${name}`, `The ${name} ${requirement}.`);
  }
}

function escaped(name: string): string {
  return name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1");
}
