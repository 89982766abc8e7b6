import { MARK, MOST_DEPTH, MOST_VALUES, TAG, type Tag } from "./row-format.ts";

/** What of a row no file holds. */
export interface Unsavable {
  /** The row's place among the rows, from 0. */
  readonly index: number;
  /** The dotted way to it in the row; `""` is the row itself. */
  readonly member: string;
  readonly kind: UnsavableKind;
}

/**
 * Why it is not held: a function, a symbol (as a value or as a key), a getter or setter, a property that is not
 * enumerable, an object of a class, a list with holes or with properties that are no elements, an object within itself,
 * one that is too deep, a row that has too much in it, a proxy that does not let itself be read.
 */
export type UnsavableKind =
  | "function"
  | "symbol"
  | "accessor"
  | "hidden"
  | "instance"
  | "holes"
  | "circular"
  | "too deep"
  | "too large"
  | "unreadable";

/**
 * Writes rows as text: JSON where that holds all of the row, else JSON with tags, behind a mark. Only own data properties
 * are read, and none of the row's code is run: it is what queries see of a row, and what a program that gets the row
 * from a page sees, prototypes aside. In the place of what is not held is `undefined`, so that queries see the same of
 * the rest, be it the length of a list.
 */
export class RowWriter {
  readonly #tell: (member: string, kind: UnsavableKind) => void;
  readonly #keys = new Map<string, string>();
  readonly #open: object[] = [];
  readonly #path: string[] = [];
  #isTagged = false;
  #values = 0;

  /** @param tell hears what is left out */
  constructor(tell: (member: string, kind: UnsavableKind) => void) {
    this.#tell = tell;
  }

  /** The text of a row. It is well-formed Unicode. */
  textOf(row: unknown): string {
    this.#isTagged = false;
    this.#values = 0;
    return this.#marked(this.#safeTextOf(row) ?? "null");
  }

  #marked(text: string): string {
    return this.#isTagged ? MARK + text : text;
  }

  #safeTextOf(row: unknown): string | undefined {
    try {
      return this.#textOf(row);
    } catch {
      // The traps of a proxy, or a text that is longer than texts can be.
      this.#isTagged = false;
      this.#open.length = this.#path.length = 0;
      return this.#leaveOut("unreadable");
    }
  }

  /** Undefined for what is left out. */
  #textOf(value: unknown): string | undefined {
    if (++this.#values > MOST_VALUES) return this.#leaveOut("too large");
    switch (typeof value) {
      case "string":
        return JSON.stringify(value);
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0)
          ? String(value)
          : this.#tagged("number", Object.is(value, -0) ? "-0" : String(value));
      case "boolean":
        return value ? "true" : "false";
      case "bigint":
        return this.#tagged("bigint", String(value));
      case "undefined":
        return this.#tagged("undefined");
      case "object":
        return value === null ? "null" : this.#objectText(value);
      case "function":
      case "symbol":
        return this.#leaveOut(typeof value as "function" | "symbol");
    }
  }

  #objectText(object: object): string | undefined {
    if (this.#open.length === MOST_DEPTH) return this.#leaveOut("too deep");
    if (this.#open.includes(object)) return this.#leaveOut("circular");
    const time = timeOf(object);
    if (time !== undefined) {
      if (!isOf(object, Date.prototype)) this.#leaveOut("instance");
      // Also for its sake the properties of a date are looked at: it has none that counts.
      for (const key of Reflect.ownKeys(object)) this.#within(key, () => this.#leaveOut("hidden"));
      return this.#tagged("date", Number.isNaN(time) ? null : time);
    }
    this.#open.push(object);
    const text = Array.isArray(object) ? this.#listText(object) : this.#membersText(object);
    this.#open.pop();
    return text;
  }

  #listText(list: readonly unknown[]): string | undefined {
    if (!isOf(list, Array.prototype)) this.#leaveOut("instance");
    // The length is one more key. A list of a billion holes is not gone over.
    const isWhole = Reflect.ownKeys(list).length === list.length + 1;
    if (!isWhole) this.#leaveOut("holes");
    if (!isWhole && list.length > MOST_VALUES) return undefined;
    let text = "[";
    for (let i = 0; i < list.length; i++) {
      const key = String(i);
      const element =
        isWhole || Object.hasOwn(list, key)
          ? this.#within(key, () => this.#propertyText(list, key))
          : undefined;
      text += `${i === 0 ? "" : ","}${element ?? this.#tagged("undefined")}`;
    }
    return `${text}]`;
  }

  #membersText(object: object): string {
    if (Object.getPrototypeOf(object) !== null && !isOf(object, Object.prototype)) this.#leaveOut("instance");
    const texts = { shown: "", hidden: "" };
    let isTag = false;
    for (const key of Reflect.ownKeys(object)) {
      const member = this.#within(key, () => this.#propertyText(object, key));
      if (typeof key === "symbol") continue;
      if (key === TAG) isTag = true;
      const kind = Object.prototype.propertyIsEnumerable.call(object, key) ? "shown" : "hidden";
      const comma = texts[kind] === "" ? "" : ",";
      texts[kind] += `${comma}${this.#keyText(key)}${member ?? this.#tagged("undefined")}`;
    }
    const { shown, hidden } = texts;
    if (!isTag && hidden === "") return `{${shown}}`;
    this.#isTagged = true;
    return hidden === "" ? tagText("object", `{${shown}}`) : tagText("hidden", `{${shown}},{${hidden}}`);
  }

  #propertyText(object: object, key: string | symbol): string | undefined {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (typeof key === "symbol") return this.#leaveOut("symbol");
    if (property === undefined) return this.#leaveOut("holes");
    if (!Object.hasOwn(property, "value")) return this.#leaveOut("accessor");
    // Queries see it where they name it, but do not count it: it is written apart.
    if (property.enumerable !== true) this.#leaveOut("hidden");
    return this.#textOf(property.value);
  }

  /** Rows have the same keys again and again. */
  #keyText(key: string): string {
    let text = this.#keys.get(key);
    if (text === undefined) {
      text = `${JSON.stringify(key)}:`;
      if (this.#keys.size < MOST_KEYS) this.#keys.set(key, text);
    }
    return text;
  }

  #tagged(tag: Tag, content?: string | number | null): string {
    this.#isTagged = true;
    return tagText(tag, content === undefined ? undefined : JSON.stringify(content));
  }

  #within<T>(key: string | symbol, work: () => T): T {
    this.#path.push(String(key));
    const result = work();
    this.#path.pop();
    return result;
  }

  #leaveOut(kind: UnsavableKind): undefined {
    this.#tell(this.#path.join("."), kind);
  }
}

const MOST_KEYS = 10_000;

function tagText(tag: Tag, content: string | undefined): string {
  return `{"${TAG}":["${tag}"${content === undefined ? "" : `,${content}`}]}`;
}

function isOf(object: object, prototype: object): boolean {
  return Object.getPrototypeOf(object) === prototype;
}

/** The time of a date, whatever it inherits; undefined for what is none. */
function timeOf(object: object): number | undefined {
  if (Array.isArray(object) || Object.getPrototypeOf(object) === Object.prototype) return undefined;
  try {
    return Date.prototype.getTime.call(object as Date);
  } catch {
    return undefined;
  }
}
