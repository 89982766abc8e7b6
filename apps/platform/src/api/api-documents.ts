import { FAMILIES } from "tamis/families";
import {
  chooseType,
  openApiDocument,
  type HttpRequest,
  type HttpResponse,
  type Link,
  type OpenApiDocumentOptions,
  type OperationDescription,
} from "tamis/http";
import { type DescribedServiceOperation, endpoint } from "../access/guard.ts";
import { API_TYPES } from "../family/media-types.ts";
import type { Family } from "../family/family.ts";
import { documentLink, documentPath, DOCUMENT_TYPES } from "./document-link.ts";
import { CALLER_SCHEMES, securitySchemes, type SchemeOptions } from "./security-schemes.ts";
import { response } from "../family/schemas.ts";

/** The parts of a family that its document describes. */
export type DescribedFamily = Pick<Family, "root" | "resources" | "nested"> & {
  readonly operations?: readonly DescribedServiceOperation[];
};

const DESCRIPTION: OperationDescription = {
  summary: "The OpenAPI document of this API.",
  security: [],
  responses: [response("The document.", DOCUMENT_TYPES, { type: "object" })],
};

/** The OpenAPI documents of the platform, one for each API root. They are the same for all callers. */
export class ApiDocuments {
  readonly operations: readonly DescribedServiceOperation[];
  readonly families: readonly DescribedFamily[];
  readonly #families: ReadonlyMap<string, readonly DescribedFamily[]>;
  readonly #options: SchemeOptions;
  readonly #texts = new Map<string, string>();

  constructor(families: readonly DescribedFamily[], options: SchemeOptions) {
    this.families = families;
    this.#families = Map.groupBy(families, ({ root }) => root);
    this.#options = options;
    this.operations = this.roots.map((root) =>
      endpoint("GET", documentPath(root), DESCRIPTION, ({ request }) => this.#answer(root, request)),
    );
  }

  /** Paths of the API roots. */
  get roots(): readonly string[] {
    return [...this.#families.keys()];
  }

  /** Links of an API root to its document. Those of `/` lead to the API roots. */
  linksOf(root: string): readonly Link[] {
    if (root !== "/") return [documentLink(root)];
    return this.roots.map((path) => {
      const { title } = nameOf(path);
      return { method: "GET", rel: path.slice(1, -1), href: path, uri: path, title, type: API_TYPES[0]! };
    });
  }

  /** @throws TypeError if a description names an unknown collection */
  documentOf(root: string) {
    const families = this.#families.get(root) ?? [];
    const operations = families.flatMap((family) => family.operations ?? []);
    const rootOperations = this.operations.filter(({ path }) => path === documentPath(root));
    const options: OpenApiDocumentOptions = {
      ...nameOf(root),
      // A family that answers requests for its root has a description of the root among its operations.
      roots: operations.some(({ path }) => path === root) ? [] : [root],
      nested: families.flatMap(({ nested = [] }) => nested),
      operations: [...operations, ...rootOperations],
      securitySchemes: securitySchemes(this.#options),
      security: CALLER_SCHEMES,
      errorCodes: MEANINGS,
    };
    return openApiDocument(
      families.flatMap(({ resources = [] }) => resources),
      options,
    );
  }

  #answer(root: string, request: HttpRequest): HttpResponse {
    const { type } = chooseType(request, [{ types: DOCUMENT_TYPES, value: undefined }]);
    let text = this.#texts.get(root);
    if (text === undefined) this.#texts.set(root, (text = JSON.stringify(this.documentOf(root))));
    const headers = { "content-type": type, vary: "accept", "x-content-type-options": "nosniff" };
    return { status: 200, headers, body: text };
  }
}

const MEANINGS: Readonly<Record<string, string>> = Object.fromEntries(
  FAMILIES.flatMap(({ errors }) => errors.map(({ code, meaning }) => [String(code), meaning] as const)),
);

/** Returns the title and the description of an API. Folders and files have no description, because the reference lists no family of them. */
function nameOf(root: string): { readonly title: string; readonly description?: string } {
  const family = FAMILIES.find(({ prefix }) => `${prefix}/` === root);
  const words = (family?.name ?? root.slice(1, -1)).replaceAll("-", " ");
  const title = words[0]!.toUpperCase() + words.slice(1);
  return family === undefined ? { title } : { title, description: family.purpose };
}
