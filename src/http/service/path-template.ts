import { decodeSegment, parameterName } from "../contract/resource-path.ts";
import { pathOfKey } from "../representation/item-path.ts";

/** Path with parameters in braces, such as `/reports/reports/{reportId}/content`. Each parameter is one segment. */
export class PathTemplate {
  readonly text: string;
  readonly #segments: readonly string[];
  /** Names of the parameters by segment; undefined for other segments. */
  readonly #names: readonly (string | undefined)[];

  /** @throws TypeError unless the path begins with `/` and its parameters have different names */
  constructor(text: string) {
    this.text = text;
    this.#segments = text.split("/");
    this.#names = this.#segments.map(parameterName);
    const names = this.#names.filter((name) => name !== undefined);
    if (this.#segments[0] !== "" || new Set(names).size < names.length)
      throw new TypeError(
        `A path begins with "/" and has each parameter once, such as /reports/{reportId}. Got ${text}`,
      );
  }

  get length(): number {
    return this.#segments.length;
  }

  /** Number of parameters. */
  get parameters(): number {
    return this.#names.filter((name) => name !== undefined).length;
  }

  /**
   * Returns the decoded parameters of a path that begins with this template; undefined for other paths. The object has no
   * prototype.
   *
   * @param segments raw segments of the path, percent-encoded
   */
  match(segments: readonly string[]): Readonly<Record<string, string>> | undefined {
    if (segments.length < this.#segments.length) return undefined;
    const parameters = Object.create(null) as Record<string, string>;
    for (const [i, expected] of this.#segments.entries()) {
      const segment = segments[i]!;
      const name = this.#names[i];
      if (name === undefined) {
        if (segment !== expected) return undefined;
        continue;
      }
      // Segments that begin with `@` are reserved. In a value, `@` is percent-encoded.
      const decoded = segment === "" || segment.startsWith("@") ? undefined : decodeSegment(segment);
      if (decoded === undefined) return undefined;
      parameters[name] = decoded;
    }
    return parameters;
  }

  /** Returns the percent-encoded path; undefined if a parameter cannot be a segment, such as `..`. */
  fill(parameters: Readonly<Record<string, string>>): string | undefined {
    let path = "";
    for (const [i, segment] of this.#segments.entries()) {
      if (i === 0) continue;
      const name = this.#names[i];
      const next = name === undefined ? `${path}/${segment}` : pathOfKey(path, parameters[name]!);
      if (next === undefined) return undefined;
      path = next;
    }
    return path;
  }
}
