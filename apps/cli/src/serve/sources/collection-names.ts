/** Paths that the server itself answers. */
const RESERVED = ["health", "openapi.json", "metrics", "favicon.ico", "robots.txt", "playground", "explorer"];

/** Assigns a unique name to each collection. The name is also its path. */
export class CollectionNames {
  #usedNames = new Set(RESERVED);

  /**
   * Returns the first name that is free.
   * @param names names in order of preference, such as that of a table, and those of its schema and table
   */
  take(names: readonly string[]): string {
    const candidates = names.map(readable);
    const last = candidates.at(-1)!;
    let name = candidates.find((candidate) => !this.#usedNames.has(candidate));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${last}-${number}`;
      if (!this.#usedNames.has(numbered)) name = numbered;
    }
    this.#usedNames.add(name);
    return name;
  }

  /** Runs work that takes names. They are free again if it fails. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    const before = [...this.#usedNames];
    try {
      return await work();
    } catch (error) {
      this.#usedNames = new Set(before);
      throw error;
    }
  }

  /** Makes the name of a removed collection free again. */
  release(name: string): void {
    this.#usedNames.delete(name);
  }
}

const MAX_LENGTH = 100;

/** Removes characters that are invisible or separate segments of a path. */
function readable(name: string): string {
  const text = name
    .replace(/[\p{C}\s/\\]+/gu, "-")
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cs}/gu, "");
  return /^[.-]*$/.test(text) ? "rows" : text;
}

/** Returns the path of a collection. */
export function pathOfName(name: string): string {
  return `/${encodeURIComponent(name)}`;
}

/** Returns the media type of the items. It contains ASCII characters only, because it is sent in header fields. */
export function itemTypeOf(name: string): string {
  const token = name.replace(/[^A-Za-z0-9.-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return `application/vnd.vendor.${token === "" ? "row" : token}`;
}
