import { REPORT_NAMESPACE } from "../../src/reports/schema/report-schema.ts";
import type { Item, State } from "./state.ts";
import type { Reply, Sending, System } from "./system.ts";

/** Domain of the annotations, so that those of the sample are not on their pages. */
export const DOMAIN = "model";
const FOLDER = "/folders/folders/public";

/** A kind of items, with the requests that change them. */
export interface Kind {
  readonly list: (state: State) => Item[];
  readonly create: (system: System, name: string, note: string) => Promise<Reply>;
  readonly replace: (system: System, item: Item, note: string, ifMatch: string | undefined) => Promise<Reply>;
  /** Query that lists the items whose names begin with a string. */
  readonly query: (prefix: string) => string;
  readonly noteOf: (json: Reply["json"]) => unknown;
  /** Status and code of a creation with a name that another item has. */
  readonly conflict: readonly [number, number];
  readonly codes: { readonly mismatch: number; readonly required: number; readonly missing: number };
}

const post = (json: object, type: string): Sending => ({ method: "POST", json, type });
const put = (json: object, type: string, ifMatch: string | undefined): Sending => ({
  method: "PUT",
  json,
  type,
  ifMatch,
});

const ANNOTATION = "application/vnd.vendor.annotation+json";
const REPORT = "application/vnd.vendor.report+json";
const CONTENT = "application/vnd.vendor.report.content+json";

export const ANNOTATIONS: Kind = {
  list: ({ annotations }) => annotations,
  create: (system, name, label) =>
    system.send("/annotations/annotations", post({ domain: DOMAIN, name, label }, ANNOTATION)),
  replace: (system, { path, name }, label, ifMatch) =>
    system.send(path, put({ domain: DOMAIN, name, label }, ANNOTATION, ifMatch)),
  query: (prefix) => `/annotations/annotations?domain=${DOMAIN}&filter=startsWith(name,'${prefix}')`,
  noteOf: (json) => json.label as unknown,
  conflict: [400, 16314],
  codes: { mismatch: 16306, required: 16305, missing: 16304 },
};

export const REPORTS: Kind = {
  list: ({ reports }) => reports,
  create: (system, name, description) =>
    system.send(`/reports/reports?parentFolderUri=${FOLDER}`, post({ name, description }, REPORT)),
  replace: (system, { path, name }, description, ifMatch) =>
    system.send(path, put({ name, description }, REPORT, ifMatch)),
  query: (prefix) => `/reports/reports?filter=startsWith(name,'${prefix}')&sortBy=name`,
  noteOf: (json) => json.description as unknown,
  conflict: [409, 10708],
  codes: { mismatch: 10722, required: 10720, missing: 10728 },
};

/** Beginning of the names of all items, so that the reports of the sample are not on their pages. */
export const PREFIX = "model-";

export function saveContent(
  system: System,
  { path }: Item,
  label: string,
  ifMatch: string | undefined,
): Promise<Reply> {
  const json = {
    "@element": "SASReport",
    xmlns: REPORT_NAMESPACE,
    label,
    "@children": [{ "@element": "Pages", "@children": [{ "@element": "Page", name: "p", "@children": [] }] }],
  };
  return system.send(`${path}/content`, put(json, CONTENT, ifMatch));
}
