import { elementsOf, type ContentElement } from "../form/content.ts";
import type { ElementRule, Schema, SchemaMessage } from "./schema.ts";
import { expression, language, name, oneOf, optional, required, text, uri } from "./value-rules.ts";

/** Namespace of the platform's own schema. Its end is the version of the schema. */
export const REPORT_NAMESPACE = "urn:vendor:report-content:1.0";

/** Attribute of the root element with the report that the content belongs to. */
export const REPORT_ID = "reportId";

/** Attribute of the root element with the language of its texts. */
export const LANGUAGE = "language";

const MANY = 1_000;

const element = (rule: Partial<ElementRule>): ElementRule => ({
  attributes: {},
  children: {},
  requires: [],
  hasText: false,
  ...rule,
});

const words = element({ hasText: true });

/** A small schema: data sources with items, and pages that show them. `docs/report-content.md` describes it. */
export const REPORT_SCHEMA: Schema = {
  namespace: REPORT_NAMESPACE,
  root: "SASReport",
  elements: {
    SASReport: element({
      attributes: {
        xmlns: required(oneOf(REPORT_NAMESPACE)),
        label: optional(text),
        [LANGUAGE]: optional(language),
        [REPORT_ID]: optional(text),
      },
      children: { Data: 1, Pages: 1 },
      requires: ["Pages"],
    }),
    Data: element({ children: { Source: 100 } }),
    Source: element({
      attributes: { name: required(name), table: required(uri), filter: optional(expression) },
      children: { Item: MANY },
      requires: ["Item"],
    }),
    Item: element({
      attributes: {
        name: required(name),
        column: required(text),
        label: optional(text),
        aggregation: optional(oneOf("count", "sum", "average", "minimum", "maximum")),
      },
    }),
    Pages: element({ children: { Page: 100 }, requires: ["Page"] }),
    Page: element({
      attributes: { name: required(name), label: optional(text) },
      children: { Text: MANY, Chart: MANY, Table: MANY, Image: MANY },
    }),
    Text: element({ hasText: true, children: { Bold: MANY, Italic: MANY, Link: MANY } }),
    Bold: words,
    Italic: words,
    Link: element({ hasText: true, attributes: { uri: required(uri) } }),
    Chart: element({
      attributes: {
        kind: required(oneOf("bar", "line", "pie", "scatter")),
        source: required(name),
        category: required(name),
        measure: required(name),
        title: optional(text),
      },
    }),
    Table: element({
      attributes: { source: required(name), title: optional(text) },
      children: { Column: 100 },
      requires: ["Column"],
    }),
    Column: element({ attributes: { item: required(name) } }),
    Image: element({ attributes: { uri: required(uri), alternative: optional(text) } }),
  },
  check: checkReferences,
};

/** Checks that names are unique, and that charts and tables name existing sources and items. */
function checkReferences(root: ContentElement): readonly SchemaMessage[] {
  const messages: SchemaMessage[] = [];
  const error = (message: string) => messages.push({ type: "error", message });
  const sources = new Map<string, Set<string>>();
  for (const source of below(root, "Data")) {
    const name = nameOf(source);
    if (sources.has(name)) error(`Two sources have the name '${name}'.`);
    const items = elementsOf(source).map(nameOf);
    sources.set(name, new Set(items));
    for (const twice of items.filter((item, i) => items.indexOf(item) < i))
      error(`Source '${name}' has two items with the name '${twice}'.`);
  }
  const usedSources = new Set<string>();
  const pages = below(root, "Pages");
  const pageNames = pages.map(nameOf);
  for (const twice of pageNames.filter((pageName, i) => pageNames.indexOf(pageName) < i))
    error(`Two pages have the name '${twice}'.`);
  for (const page of pages)
    for (const element of elementsOf(page)) {
      const source = element.attributes.get("source");
      if (source === undefined) continue;
      usedSources.add(source);
      const items = sources.get(source);
      const where = `${element.name} on page '${nameOf(page)}'`;
      if (items === undefined) error(`${where}: there is no source '${source}'.`);
      for (const item of items === undefined ? [] : itemsOf(element))
        if (!items!.has(item)) error(`${where}: source '${source}' has no item '${item}'.`);
    }
  for (const source of sources.keys())
    if (!usedSources.has(source))
      messages.push({ type: "warning", message: `No page shows the source '${source}'.` });
  return messages;
}

/** Names of the items that a chart or a table shows. */
function itemsOf(element: ContentElement): readonly string[] {
  const { attributes } = element;
  const roles = [attributes.get("category"), attributes.get("measure")];
  const columns = elementsOf(element).map((column) => column.attributes.get("item"));
  return [...roles, ...columns].filter((item) => item !== undefined);
}

function below(root: ContentElement, group: string): readonly ContentElement[] {
  return elementsOf(root)
    .filter((element) => element.name === group)
    .flatMap(elementsOf);
}

function nameOf({ attributes }: ContentElement): string {
  return attributes.get("name") ?? "";
}
