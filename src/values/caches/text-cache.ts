import { LruMap } from "../lru-map.ts";
import { ownProperties } from "../own-properties.ts";
import { RepeatMap } from "./repeat-map.ts";

const MAX_TEXTS = 256;
const MAX_LENGTH = 2_048;
/** Maximum number of different options of a catalog whose results are kept. */
const MAX_OPTIONS = 8;

/**
 * Results of reading texts with options. The result of a text that is read again is kept, so that the caller needs no cache. Its plain
 * objects and arrays are frozen, because all callers receive the same ones.
 */
export class TextCache<V extends object> {
  /** Key of the results without a catalog. */
  readonly #noCatalog = {};
  readonly #byCatalog = new WeakMap<object, LruMap<string, RepeatMap<V>>>();

  /**
   * Returns the kept result, or makes one. Options other than `catalog` that are objects or functions can change between two calls:
   * results with them are not kept.
   *
   * @param isKept whether to keep a result
   */
  getOrMake(text: string, options: object, make: () => V, isKept: (value: V) => boolean): V {
    const results = text.length > MAX_LENGTH ? undefined : this.#resultsOf(options);
    if (results === undefined) return make();
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const value = make();
    if (isKept(value)) results.offer(text, () => freezeData(value));
    return value;
  }

  #resultsOf(options: object): RepeatMap<V> | undefined {
    const ownOptions = ownProperties(options as Readonly<Record<string, unknown>>);
    let key = "";
    for (const name of Object.keys(ownOptions)) {
      const value = ownOptions[name];
      if (name === "catalog" || value === undefined) continue;
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
        return undefined;
      key += `${name} ${JSON.stringify(value)}\n`;
    }
    const { catalog = this.#noCatalog } = ownOptions;
    if (typeof catalog !== "object" || catalog === null) return undefined;
    let byOptions = this.#byCatalog.get(catalog);
    if (byOptions === undefined) this.#byCatalog.set(catalog, (byOptions = new LruMap(MAX_OPTIONS)));
    return byOptions.getOrCreate(key, () => new RepeatMap(MAX_TEXTS));
  }
}

/** Freezes plain objects and arrays. Not instances of classes: code that reads nodes would meet a second form of each, which is slower. */
function freezeData<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const child of Object.values<unknown>(Object.freeze(value))) {
    if (typeof child !== "object" || child === null) continue;
    if (Array.isArray(child) || Object.getPrototypeOf(child) === Object.prototype) freezeData(child);
  }
  return value;
}
