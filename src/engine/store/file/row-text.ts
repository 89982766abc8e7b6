import { ownDataProperty } from "../../../values/read-path.ts";
import { hasOrder, namesInOrder } from "../../../values/json/member-order.ts";
import { printedOf, SHOWN } from "../../../files/rows/row.ts";
import { MARK, MAX_DEPTH, MAX_VALUES, TAG, type Tag } from "./row-format.ts";

/** A part of a row that files cannot represent. */
export interface Unsavable {
  /** Index of the row among the live rows, from 0. */
  readonly index: number;
  /** Dotted path of the part; `""` for the row itself. */
  readonly member: string;
  readonly kind: UnsavableKind;
}

/**
 * Reason why a part of a row cannot be saved.
 * - `function`: a function
 * - `symbol`: a symbol, as a value or a key
 * - `accessor`: a getter or setter
 * - `hidden`: a property that is not enumerable
 * - `instance`: an object of a class
 * - `holes`: a sparse list, or a list with properties that are not elements
 * - `circular`: an object that contains itself
 * - `too-deep`, `too-large`: a row beyond `MAX_DEPTH` or `MAX_VALUES`
 * - `unreadable`: a proxy that throws
 */
export type UnsavableKind =
  | "function"
  | "symbol"
  | "accessor"
  | "hidden"
  | "instance"
  | "holes"
  | "circular"
  | "too-deep"
  | "too-large"
  | "unreadable";

/**
 * Serializes rows as JSON, with tags for values that JSON lacks. Like queries, reads own data properties only and
 * runs no code of the row. Unsavable parts become `undefined`, so that queries of the rest, such as the length of a
 * list, have the same results.
 */
export class RowWriter {
  readonly #report: (member: string, kind: UnsavableKind) => void;
  readonly #keys = new Map<string, string>();
  readonly #open: object[] = [];
  readonly #path: string[] = [];
  #isTagged = false;
  #values = 0;

  /** @param report called for each part that is left out, with its dotted path */
  constructor(report: (member: string, kind: UnsavableKind) => void) {
    this.#report = report;
  }

  /** Returns the serialized row, in well-formed Unicode. */
  textOf(row: unknown): string {
    this.#isTagged = false;
    this.#values = 0;
    const text = this.#safeTextOf(row) ?? "null";
    const shownText = this.#shownText(row);
    return this.#addMark(shownText === undefined ? text : tagText("shown", `${text},${shownText}`));
  }

  /** Returns the values that outputs print in place of those of the row. */
  #shownText(row: unknown): string | undefined {
    if (typeof row !== "object" || row === null) return undefined;
    const printed = printedOf(row);
    if (printed === row) return undefined;
    const differing = Object.entries(printed).filter(([name, value]) => ownDataProperty(row, name) !== value);
    const text = this.#safeTextOf(Object.fromEntries(differing));
    this.#isTagged = true;
    return text;
  }

  #addMark(text: string): string {
    return this.#isTagged ? MARK + text : text;
  }

  #safeTextOf(row: unknown): string | undefined {
    try {
      return this.#textOf(row);
    } catch {
      // A proxy threw, or the text exceeds the maximum length of strings.
      this.#isTagged = false;
      this.#open.length = this.#path.length = 0;
      return this.#leaveOut("unreadable");
    }
  }

  /** Returns undefined for a value that is left out. */
  #textOf(value: unknown): string | undefined {
    if (++this.#values > MAX_VALUES) return this.#leaveOut("too-large");
    switch (typeof value) {
      case "string":
        return JSON.stringify(value);
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0)
          ? String(value)
          : this.#addTag("number", Object.is(value, -0) ? "-0" : String(value));
      case "boolean":
        return value ? "true" : "false";
      case "bigint":
        return this.#addTag("bigint", String(value));
      case "undefined":
        return this.#addTag("undefined");
      case "object":
        return value === null ? "null" : this.#objectText(value);
      case "function":
      case "symbol":
        return this.#leaveOut(typeof value as "function" | "symbol");
    }
  }

  #objectText(object: object): string | undefined {
    if (this.#open.length === MAX_DEPTH) return this.#leaveOut("too-deep");
    if (this.#open.includes(object)) return this.#leaveOut("circular");
    const time = timeOf(object);
    if (time !== undefined) {
      if (!isOf(object, Date.prototype)) this.#leaveOut("instance");
      // Own properties of dates are not saved, only reported.
      for (const key of Reflect.ownKeys(object)) this.#workWithin(key, () => this.#leaveOut("hidden"));
      return this.#addTag("date", Number.isNaN(time) ? null : time);
    }
    this.#open.push(object);
    const text = Array.isArray(object) ? this.#listText(object) : this.#membersText(object);
    this.#open.pop();
    return text;
  }

  #listText(list: readonly unknown[]): string | undefined {
    if (!isOf(list, Array.prototype)) this.#leaveOut("instance");
    // The own keys are the elements and `length`. Counting keys avoids a loop over a billion holes.
    const isWhole = Reflect.ownKeys(list).length === list.length + 1;
    if (!isWhole) this.#leaveOut("holes");
    if (!isWhole && list.length > MAX_VALUES) return undefined;
    let text = "[";
    for (let i = 0; i < list.length; i++) {
      const key = String(i);
      const element =
        isWhole || Object.hasOwn(list, key)
          ? this.#workWithin(key, () => this.#propertyText(list, key))
          : undefined;
      text += `${i === 0 ? "" : ","}${element ?? this.#addTag("undefined")}`;
    }
    return `${text}]`;
  }

  #membersText(object: object): string {
    if (Object.getPrototypeOf(object) !== null && !isOf(object, Object.prototype)) this.#leaveOut("instance");
    const texts = { shown: "", hidden: "" };
    let isTag = false;
    for (const key of keysOf(object)) {
      if (key === SHOWN) continue;
      const member = this.#workWithin(key, () => this.#propertyText(object, key));
      if (typeof key === "symbol") continue;
      if (key === TAG) isTag = true;
      const kind = Object.prototype.propertyIsEnumerable.call(object, key) ? "shown" : "hidden";
      const comma = texts[kind] === "" ? "" : ",";
      texts[kind] += `${comma}${this.#keyText(key)}${member ?? this.#addTag("undefined")}`;
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
    // Queries read a hidden property by name, but do not count it as an entry of the object.
    if (property.enumerable !== true) this.#leaveOut("hidden");
    return this.#textOf(property.value);
  }

  /** Serializes a property key. Uses a cache, because keys repeat from row to row. */
  #keyText(key: string): string {
    let text = this.#keys.get(key);
    if (text === undefined) {
      text = `${JSON.stringify(key)}:`;
      if (this.#keys.size < MAX_CACHED_KEYS) this.#keys.set(key, text);
    }
    return text;
  }

  #addTag(tag: Tag, content?: string | number | null): string {
    this.#isTagged = true;
    return tagText(tag, content === undefined ? undefined : JSON.stringify(content));
  }

  #workWithin<T>(key: string | symbol, work: () => T): T {
    this.#path.push(String(key));
    const result = work();
    this.#path.pop();
    return result;
  }

  #leaveOut(kind: UnsavableKind): undefined {
    this.#report(this.#path.join("."), kind);
  }
}

const MAX_CACHED_KEYS = 10_000;

function tagText(tag: Tag, content: string | undefined): string {
  return `{"${TAG}":["${tag}"${content === undefined ? "" : `,${content}`}]}`;
}

/** Returns all own keys, and the enumerable names in the order of the source. */
function keysOf(object: object): readonly (string | symbol)[] {
  const keys = Reflect.ownKeys(object);
  return hasOrder(object) ? [...new Set([...namesInOrder(object), ...keys])] : keys;
}

function isOf(object: object, prototype: object): boolean {
  return Object.getPrototypeOf(object) === prototype;
}

/** Returns the time of a date, whatever its prototype; undefined for other objects. */
function timeOf(object: object): number | undefined {
  if (Array.isArray(object) || Object.getPrototypeOf(object) === Object.prototype) return undefined;
  try {
    return Date.prototype.getTime.call(object as Date);
  } catch {
    return undefined;
  }
}
