import { createLanguageService, type ExpressionDocument, type LanguageService } from "tamis/editor";
import { foreignSyntax } from "tamis/editor/foreign-syntax";
import { BRIDGES } from "tamis/bridges";
import * as understanding from "tamis/understand";
import type { Collection } from "../catalogs/collection.ts";
import type { Settings } from "../catalogs/settings.ts";

type ForeignLanguage = NonNullable<
  NonNullable<Parameters<typeof createLanguageService>[0]>["languages"]
>[number];

/** Languages from which pasted filters are translated. The forms of the others are no text that people type. */
const TRANSLATED = ["sql", "odata", "rsql", "scim", "cql2-text", "cel"];

export async function loadLanguages(): Promise<readonly ForeignLanguage[]> {
  return Promise.all(
    TRANSLATED.map(async (name) => (await BRIDGES.get(name)!()) as unknown as ForeignLanguage),
  );
}

/** Maximum number of documents that are kept. */
const MAXIMUM_KEPT = 2_000;
/** Maximum length of the texts of all kept documents, in UTF-16 code units. */
const MAXIMUM_KEPT_LENGTH = 1_000_000;

/** Creates the services of collections, which keep the documents of unchanged expressions. */
export class Services {
  readonly #settings: Settings;
  readonly #languages: readonly ForeignLanguage[];
  readonly #services = new Map<Collection | undefined, LanguageService>();

  constructor(settings: Settings, languages: readonly ForeignLanguage[]) {
    this.#settings = settings;
    this.#languages = languages;
  }

  of(collection: Collection | undefined): LanguageService {
    const cached = this.#services.get(collection);
    if (cached !== undefined) return cached;
    const { locale, timeZone, mode } = this.#settings;
    const service = keepingDocuments(
      createLanguageService({
        catalog: collection?.catalog,
        locale,
        timeZone,
        mode,
        languages: this.#languages,
        understanding,
        foreignSyntax,
      }),
    );
    this.#services.set(collection, service);
    return service;
  }
}

/** A change of a file affects few of its expressions. Documents keep their diagnostics. */
function keepingDocuments(service: LanguageService): LanguageService {
  const documents = new Map<string, ExpressionDocument>();
  let length = 0;
  return {
    catalog: service.catalog,
    open: (text, options) => {
      const key = `${options.kind} ${text}`;
      const document = documents.get(key) ?? service.open(text, options);
      if (documents.delete(key)) length -= key.length;
      documents.set(key, document);
      length += key.length;
      for (const oldest of documents.keys()) {
        if (documents.size <= MAXIMUM_KEPT && length <= MAXIMUM_KEPT_LENGTH) break;
        documents.delete(oldest);
        length -= oldest.length;
      }
      return document;
    },
  };
}
