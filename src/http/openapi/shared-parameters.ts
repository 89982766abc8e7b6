import type { PathItem } from "./operation-writer.ts";
import type { ParameterObject } from "./parameters.ts";

type Operations = Readonly<Record<string, { readonly parameters?: readonly ParameterObject[] }>>;

/** Length of the JSON text from which a parameter is shared. A reference to a shorter one saves little. */
const MIN_LENGTH = 200;

/**
 * Moves long parameters of queries that several operations have to the components of a document. The parameter `filter` of a collection describes
 * the language, and all paths of the collection have it.
 */
export function shareParameters(paths: Readonly<Record<string, PathItem>>): {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly parameters: Readonly<Record<string, ParameterObject>>;
} {
  const counts = new Map<string, number>();
  for (const parameter of Object.values(paths).flatMap(parametersOf)) {
    const text = JSON.stringify(parameter);
    if (parameter["in"] === "query" && text.length >= MIN_LENGTH)
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const parameters: Record<string, ParameterObject> = {};
  const share = (parameter: ParameterObject): ParameterObject => {
    const text = JSON.stringify(parameter);
    if ((counts.get(text) ?? 0) < 2) return parameter;
    let name = names.get(text);
    if (name === undefined) {
      const baseName = String(parameter["name"]).replace(/[^A-Za-z0-9._-]/g, "_");
      name = `${baseName}.${names.size + 1}`;
      names.set(text, name);
      parameters[name] = parameter;
    }
    return { $ref: `#/components/parameters/${name}` };
  };
  const shared = Object.entries(paths).map(([path, item]) => [path, withParameters(item, share)] as const);
  return { paths: Object.fromEntries(shared), parameters };
}

function parametersOf(item: PathItem): readonly ParameterObject[] {
  return Object.values(item as Operations).flatMap(({ parameters = [] }) => parameters);
}

function withParameters(item: PathItem, share: (parameter: ParameterObject) => ParameterObject): PathItem {
  const operations = Object.entries(item as Operations).map(([method, operation]) => [
    method,
    operation.parameters === undefined
      ? operation
      : { ...operation, parameters: operation.parameters.map(share) },
  ]);
  return Object.fromEntries(operations) as PathItem;
}
