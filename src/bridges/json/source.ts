import type { Limits } from "../../diagnostics/limits.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { BridgePlace } from "../contract/types.ts";
import { pointerOf, type Place } from "./pieces.ts";

/** Thrown for a JSON value that its language does not allow. Always caught inside a bridge. */
export class JsonProblem extends Error {
  readonly code: "syntax" | "limit";
  readonly source: JsonSource;

  constructor(message: string, source: JsonSource, code: "syntax" | "limit" = "syntax") {
    super(message);
    this.source = source;
    this.code = code;
  }
}

/** The limits, and the counts that they apply to, while a document is read. */
interface Reading {
  readonly limits: Limits;
  values: number;
  depth: number;
}

/**
 * A value of a JSON document with its place. Reads own properties only, and calls no getter. Any value can be a source, also
 * one with cycles: the values that are read and their depth are limited.
 */
export class JsonSource implements Place {
  readonly value: unknown;
  readonly parent: JsonSource | undefined;
  readonly key: string | number;
  readonly #reading: Reading;

  constructor(value: unknown, reading: Reading, parent?: JsonSource, key: string | number = "") {
    this.value = value;
    this.parent = parent;
    this.key = key;
    this.#reading = reading;
  }

  /** Computed only for notes, because building a pointer takes time in proportion to the depth of the value. */
  get place(): BridgePlace {
    return { pointer: pointerOf(this) };
  }

  get isArray(): boolean {
    return Array.isArray(this.value);
  }

  get isObject(): boolean {
    return typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
  }

  /** Returns the value of an own property. Undefined if the property is missing, or if its value is undefined. */
  property(key: string): JsonSource | undefined {
    if (!this.isObject) return undefined;
    const value: unknown = Object.getOwnPropertyDescriptor(this.value, key)?.value;
    return value === undefined ? undefined : this.#child(value, key);
  }

  /** Returns the string of an own property. Undefined for other values. */
  stringOf(key: string): string | undefined {
    const value = this.property(key)?.value;
    return typeof value === "string" ? value : undefined;
  }

  /** Returns the own properties of an object. */
  entries(): readonly (readonly [key: string, value: JsonSource])[] {
    if (!this.isObject) return [];
    const keys = Object.keys(this.value as object);
    this.#take(keys.length);
    return keys.flatMap((key) => {
      const value = this.property(key);
      return value === undefined ? [] : [[key, value] as const];
    });
  }

  /** Returns the items of an array. */
  items(): readonly JsonSource[] {
    if (!Array.isArray(this.value)) return [];
    const { length } = this.value;
    this.#take(length);
    return Array.from({ length }, (_, i) =>
      this.#child(Object.getOwnPropertyDescriptor(this.value, i)?.value ?? null, i),
    );
  }

  /** Runs a function one level of conditions deeper. */
  nested<T>(run: () => T): T {
    const reading = this.#reading;
    if (++reading.depth > reading.limits.depth)
      throw new JsonProblem(`Conditions are nested deeper than ${reading.limits.depth}.`, this, "limit");
    const result = run();
    reading.depth--;
    return result;
  }

  /** @throws JsonProblem */
  fail(message: string): never {
    throw new JsonProblem(message, this);
  }

  #child(value: unknown, key: string | number): JsonSource {
    this.#take(1);
    return new JsonSource(value, this.#reading, this, key);
  }

  #take(count: number): void {
    this.#reading.values += count;
    // Each value has at least one character in JSON text, so the limit of text length applies to the number of values.
    const { text } = this.#reading.limits;
    if (this.#reading.values > text)
      throw new JsonProblem(`The source has more than ${text} values.`, this, "limit");
  }
}

/** Reads a JSON value. Returns undefined, with a note, if `readTree` throws `JsonProblem`. */
export function readJson<T>(
  value: unknown,
  { report, limits }: BridgeImporter,
  readTree: (source: JsonSource) => T,
): T | undefined {
  try {
    return readTree(new JsonSource(value, { limits, values: 0, depth: 0 }));
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    return report.fail(problem.code, problem.message, problem.source.place);
  }
}
