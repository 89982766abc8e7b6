/** Reports that a new deployment begins with. Their tables are those of the example data. */
import type { JsonContent } from "../form/json-form.ts";
import { REPORT_NAMESPACE } from "../schema/report-schema.ts";

export interface SampleReport {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  /** Content of the root element; undefined for a report without content. */
  readonly children?: readonly JsonContent[];
}

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly unknown[]
): JsonContent => ({
  "@element": name,
  ...attributes,
  ...(children.length === 0 ? {} : { "@children": children }),
});

const data = (...sources: readonly JsonContent[]) => element("Data", {}, ...sources);
const pages = (...children: readonly JsonContent[]) => element("Pages", {}, ...children);
const item = (name: string, column: string, label: string, aggregation?: string) =>
  element("Item", { name, column, label, ...(aggregation === undefined ? {} : { aggregation }) });
const columns = (...items: readonly string[]) => items.map((item) => element("Column", { item: item }));

export const SAMPLE_REPORTS: readonly SampleReport[] = [
  {
    name: "Hauptstraßen nach Bezirk",
    description: "Länge und Zustand der Straßen, mit einem Hinweis für die Verwaltung.",
    language: "de",
    children: [
      data(
        element(
          "Source",
          { name: "streets", table: "/tables/places", filter: "gt(pop_max,100000)" },
          item("name", "name", "Name"),
          item("people", "pop_max", "Einwohner", "sum"),
        ),
      ),
      pages(
        element(
          "Page",
          { name: "overview", label: "Übersicht" },
          element("Text", {}, "Stand: ", element("Bold", {}, "2026"), ". Alle Angaben ohne Gewähr."),
          element("Chart", {
            kind: "bar",
            source: "streets",
            category: "name",
            measure: "people",
            title: "Einwohner",
          }),
        ),
      ),
    ],
  },
  {
    name: "Population of capitals",
    description: "The largest places of each country.",
    language: "en",
    children: [
      data(
        element(
          "Source",
          { name: "places", table: "/tables/places", filter: "not(isNull(adm1name))" },
          item("place", "name", "Place"),
          item("country", "adm0name", "Country"),
          item("population", "pop_max", "Population", "maximum"),
        ),
      ),
      pages(
        element(
          "Page",
          { name: "table", label: "Table" },
          element(
            "Table",
            { source: "places", title: "Places" },
            ...columns("place", "country", "population"),
          ),
        ),
        element(
          "Page",
          { name: "chart", label: "Chart" },
          element("Chart", {
            kind: "line",
            source: "places",
            category: "country",
            measure: "population",
          }),
        ),
      ),
    ],
  },
  {
    name: "Rivers by length",
    description: "Rivers of the world, with the scale at which maps show them.",
    language: "en",
    children: [
      data(
        element(
          "Source",
          { name: "rivers", table: "/tables/rivers" },
          item("river", "name", "River"),
          item("rank", "scalerank", "Rank", "average"),
        ),
      ),
      pages(
        element(
          "Page",
          { name: "rivers" },
          element("Table", { source: "rivers" }, ...columns("river", "rank")),
          element(
            "Text",
            {},
            "Source: ",
            element("Link", { uri: "https://www.naturalearthdata.com" }, "Natural Earth"),
          ),
        ),
      ),
    ],
  },
  {
    name: "Langues par pays",
    description: "Les langues officielles, un rapport sans contenu.",
    language: "fr",
  },
];

/** Returns the JSON form of a sample's content. */
export function contentOf({ name, language, children }: SampleReport): JsonContent | undefined {
  return children && element("SASReport", { xmlns: REPORT_NAMESPACE, label: name, language }, ...children);
}

/** The icon of all sample reports. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M2 14V8h3v6zm4 0V2h3v12zm4 0V5h3v9z"/></svg>`;
