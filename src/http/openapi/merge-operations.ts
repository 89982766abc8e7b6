import type { PathItem } from "./operation-writer.ts";

type Parts = Readonly<Record<string, unknown>>;

interface OperationObject extends PathItem {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parts[];
  readonly requestBody?: { readonly required: boolean; readonly content: Parts };
  readonly responses: Readonly<Record<string, Parts>>;
  readonly "x-error-codes"?: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Merges two Path Item Objects. OpenAPI allows one operation for each method of a path. A service can have several, which differ by
 * media types or parameters, so their parts are merged.
 */
export function mergePaths(a: PathItem, b: PathItem): PathItem {
  const merged: Record<string, unknown> = { ...a };
  for (const [name, added] of Object.entries(b)) {
    const existing = merged[name];
    merged[name] =
      existing === undefined || name === "parameters"
        ? added
        : mergeOperations(existing as OperationObject, added as OperationObject);
  }
  return merged;
}

function mergeOperations(a: OperationObject, b: OperationObject): OperationObject {
  const parameters = unique([...(a.parameters ?? []), ...(b.parameters ?? [])]);
  const also = b.summary === a.summary ? [] : [`Also: ${b.summary}`];
  const description = [a.description, ...also, b.description].filter((text) => text !== undefined);
  const codes = mergedBy(a["x-error-codes"] ?? {}, b["x-error-codes"] ?? {}, (x, y) => [
    ...new Set([...x, ...y]),
  ]);
  return {
    ...a,
    ...(description.length === 0 ? {} : { description: description.join("\n\n") }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...mergedBody(a, b),
    responses: mergedBy(a.responses, b.responses, mergedResponse),
    ...(Object.keys(codes).length === 0 ? {} : { "x-error-codes": codes }),
  };
}

/** Keeps the first of equal parameters: those with the same reference, or the same place and name. */
function unique(parameters: readonly Parts[]): readonly Parts[] {
  const keyOf = ({ $ref, name, in: place }: Parts) =>
    ($ref as string | undefined) ?? `${String(place)} ${String(name)}`;
  return [
    ...new Map(parameters.toReversed().map((parameter) => [keyOf(parameter), parameter])).values(),
  ].toReversed();
}

function mergedBody(a: OperationObject, b: OperationObject): object {
  if (a.requestBody === undefined && b.requestBody === undefined) return {};
  const required = (a.requestBody?.required ?? false) && (b.requestBody?.required ?? false);
  return { requestBody: { required, content: { ...b.requestBody?.content, ...a.requestBody?.content } } };
}

/** Responses of errors refer to the same component, so only their descriptions are joined. */
function mergedResponse(a: Parts, b: Parts): Parts {
  if (a["$ref"] !== undefined || b["$ref"] !== undefined) {
    const [reference, inline] = a["$ref"] === undefined ? [b, a] : [a, b];
    const lines = [reference, inline].flatMap(({ description = "" }) => String(description).split("\n"));
    const description = [...new Set(lines.filter((line) => line !== ""))].join("\n");
    return inline["content"] === undefined
      ? { ...reference, ...(description === "" ? {} : { description }) }
      : inline;
  }
  return {
    ...b,
    ...a,
    ...joined("headers", a, b),
    ...joinedContent(a["content"] as Parts | undefined, b["content"] as Parts | undefined),
  };
}

/** A media type of both bodies allows the schemas of both. */
function joinedContent(a: Parts = {}, b: Parts = {}): object {
  const content = mergedBy(a, b, (x, y) => {
    const [first, second] = [x, y].map((media) => (media as Parts)["schema"]);
    const isSame = second === undefined || JSON.stringify(first) === JSON.stringify(second);
    return isSame ? x : { schema: { anyOf: [first, second] } };
  });
  return Object.keys(content).length === 0 ? {} : { content };
}

function joined(name: string, a: Parts, b: Parts): object {
  const parts = { ...(b[name] as object | undefined), ...(a[name] as object | undefined) };
  return Object.keys(parts).length === 0 ? {} : { [name]: parts };
}

function mergedBy<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  merge: (a: T, b: T) => T,
): Readonly<Record<string, T>> {
  const merged: Record<string, T> = { ...a };
  for (const [key, value] of Object.entries(b))
    merged[key] = Object.hasOwn(merged, key) ? merge(merged[key]!, value) : value;
  return merged;
}
