import type { HttpResponse } from "tamis/http";
import { words } from "../../words.ts";
import { loadPackage } from "./validator.ts";

interface Ajv {
  addSchema: (schema: object, id: string) => Ajv;
  getSchema: (pointer: string) => ((value: unknown) => boolean) & { errors?: unknown };
}

/** Fields of each response, which have no description. */
const UNDESCRIBED = words(`
  content-type content-length content-security-policy cache-control connection referrer-policy
  x-content-type-options x-frame-options
`);

/** Returns what a document does not describe of a response to a request for a path of the document. */
export type ResponseChecker = (
  method: string,
  path: string,
  response: HttpResponse & { readonly json?: unknown },
) => readonly string[];

/** Compares responses with an OpenAPI document: status, header fields, media type, error code and body. */
export async function responseChecker(given: object): Promise<ResponseChecker> {
  const { Ajv2020 } = await loadPackage<{ Ajv2020: new (options: object) => Ajv }>("ajv/dist/2020.js");
  const schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  schemas.addSchema(given, "document");
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reads any place of the document
  const document = given as any;
  const at = (pointer: string) =>
    pointer
      .slice(1)
      .split("/")
      .reduce((value, each) => value?.[each.replaceAll("~1", "/").replaceAll("~0", "~")], document);

  return (method, path, { status, headers, body, json }) => {
    const name = `${method.toUpperCase()} ${path}: ${status}`;
    const operation = at(`/paths/${escape(path)}/${method.toLowerCase()}`);
    if (operation === undefined) return [`${name}: the method is not described`];
    let place = `/paths/${escape(path)}/${method.toLowerCase()}/responses/${status}`;
    let described = at(place);
    if (described === undefined) return [`${name}: the status is not described`];
    if (described.$ref !== undefined) described = at((place = described.$ref.slice(1)));
    const problems: string[] = [];
    const fields = new Set(Object.keys(described.headers ?? {}).map((each) => each.toLowerCase()));
    for (const field of Object.keys(headers)) {
      if (field.startsWith("access-control-")) continue;
      const isOfError = status >= 400 && (field === "vary" || field === "retry-after");
      if (!UNDESCRIBED.includes(field) && !isOfError && !fields.has(field))
        problems.push(`${name}: the field ${field} is not described`);
    }
    if (body === undefined || body === "") return problems;
    const type = headers["content-type"] ?? "";
    if (!Object.hasOwn(described.content ?? {}, type))
      return [...problems, `${name}: the type ${type} is not described`];
    if (json === undefined) return problems;
    const { errorCode } = json as { readonly errorCode?: number | string };
    const codes = operation["x-error-codes"]?.[status] ?? [];
    if (status >= 400 && errorCode !== undefined && errorCode !== status && !codes.includes(errorCode))
      problems.push(`${name}: the error code ${errorCode} is not described`);
    if (described.content[type].schema === undefined) return problems;
    const validate = schemas.getSchema(`document#${place}/content/${escape(type)}/schema`);
    if (!validate(json)) problems.push(`${name}: ${JSON.stringify(validate.errors)}`);
    return problems;
  };
}

/** The part of an OpenAPI document with its paths. */
export interface DescribedPaths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns the path of a document with parameters that a request is for; undefined if there is none. */
export function describedPath({ paths }: DescribedPaths, path: string): string | undefined {
  const segments = path.split("/");
  const parametersIn = (template: string) => template.split("{").length;
  return Object.keys(paths)
    .filter((template) => {
      const parts = template.split("/");
      return (
        parts.length === segments.length &&
        parts.every((part, i) =>
          part.startsWith("{") ? !segments[i]!.startsWith("@") : part === segments[i],
        )
      );
    })
    .sort((a, b) => parametersIn(a) - parametersIn(b))[0];
}

function escape(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
