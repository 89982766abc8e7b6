import { parameterName } from "../contract/resource-path.ts";

/**
 * Returns the name of the parameter with the key of an item, by the path of the collection. Paths with the same segments must name a
 * parameter in the same way, so the name is that in a longer path, such as `reportId` in `/reports/{reportId}/content`. The name gets
 * a number if the path of the collection has a parameter with this name.
 *
 * @param collections paths of collections, with the names of their keys
 * @param templates all other paths
 */
export function itemNamesOf(
  collections: readonly (readonly [path: string, key: string])[],
  templates: readonly string[],
): ReadonlyMap<string, string> {
  const namesByShape = new Map<string, string>();
  for (const template of [...templates, ...collections.map(([path]) => path)]) {
    const segments = template.split("/");
    for (const [i, segment] of segments.entries()) {
      const name = parameterName(segment);
      const shape = shapeOf(segments.slice(0, i));
      if (name !== undefined && !namesByShape.has(shape)) namesByShape.set(shape, name);
    }
  }
  return new Map(
    collections.map(([path, key]) => {
      const usedNames = parameterNames(path);
      const name = namesByShape.get(shapeOf(path.split("/"))) ?? key;
      return [path, usedNames.includes(name) ? `${name}${usedNames.length + 1}` : name];
    }),
  );
}

/** Returns the names of the parameters of a path. */
export function parameterNames(path: string): readonly string[] {
  return path
    .split("/")
    .map(parameterName)
    .filter((name) => name !== undefined);
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (parameterName(segment) === undefined ? segment : "{}")).join("/");
}
