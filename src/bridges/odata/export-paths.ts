import type { Name } from "../../ast/nodes.ts";
import { ODataValueWriter } from "./export-values.ts";
import { NO_SUCH_COLLECTION } from "./messages.ts";

/** Writes the paths of conditions on the elements of collections. */
export abstract class ODataPathWriter extends ODataValueWriter {
  /** Splits a path at a list: a condition on `members.name` becomes `members/any(x:x/name …)`. */
  protected lambdaPath(list: Name) {
    const resolved = this.context.types.find(list.name);
    const segments = list.name.split(".");
    if (resolved === undefined || this.name(segments, list) === undefined) return undefined;
    if (resolved.path.length !== segments.length || resolved.throughMap)
      return this.drop("list-logic", NO_SUCH_COLLECTION, list);
    const parts: { readonly path: string; readonly variable: string }[] = [];
    let start = 0;
    segments.forEach((_, i) => {
      const isEnd = i === segments.length - 1;
      if (resolved.lists[i] === 0 && !(isEnd && parts.length === 0)) return;
      const variable = parts.length === 0 ? "x" : `x${parts.length}`;
      parts.push({ path: segments.slice(start, i + 1).join("/"), variable });
      start = i + 1;
    });
    const innerSegments = segments.slice(start);
    const last = parts.at(-1)!;
    const element = [last.variable, ...innerSegments].join("/");
    return {
      element,
      before: (callee: string) =>
        parts.map(({ path, variable }, i) => {
          const from = i === 0 ? "" : `${parts[i - 1]!.variable}/`;
          return `${from}${path}/${callee}(${variable}:`;
        }),
      after: ")".repeat(parts.length),
    };
  }
}
