import { REPORT_NAMESPACE } from "../src/reports/schema/report-schema.ts";
import type { PlatformOptions } from "../src/platform.ts";
import { connectTo, startPlatform, type Client, type Parts } from "./platform-fixture.ts";

export const ALL = "/reports/reports";
export const PUBLIC = "/folders/folders/public";
export const TYPE = "application/vnd.vendor.report+json";
export const CONTENT = "application/vnd.vendor.report.content+json";
export const XML = "application/vnd.vendor.report.content+xml";

/** Starts a platform with its sample, and connects a client that may change things. */
export async function connect(options: Partial<PlatformOptions> = {}): Promise<Client> {
  return connectTo(await startPlatform({ sample: true, ...options }));
}

export const create = ({ send }: Client, body: object = { name: "n" }, folder = PUBLIC) =>
  send(`${ALL}?parentFolderUri=${encodeURIComponent(folder)}`, { type: TYPE, json: body });

/** Content that the schema allows. */
export const content = (label = "one", others: object = {}) => ({
  "@element": "SASReport",
  xmlns: REPORT_NAMESPACE,
  label,
  ...others,
  "@children": [
    {
      "@element": "Pages",
      "@children": [
        {
          "@element": "Page",
          name: "p",
          "@children": [
            { "@element": "Text", "@children": ["Hello & ", { "@element": "Bold", "@children": ["you"] }] },
          ],
        },
      ],
    },
  ],
});

/** The same as XML. */
export const contentXml = (label = "one", attributes = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SASReport xmlns="${REPORT_NAMESPACE}" label="${label}"${attributes}><Pages><Page name="p"><Text>Hello &amp; <Bold>you</Bold></Text></Page></Pages></SASReport>`;

export const save = (
  { send }: Client,
  id: string,
  json: object = content(),
  headers: Parts["headers"] = {},
  query = "",
) => send(`${ALL}/${id}/content${query}`, { method: "PUT", type: CONTENT, json, headers });

/** Creates a report with content, and returns its id and entity tag. */
export async function createWithContent(client: Client, name = "n") {
  const { json } = await create(client, { name });
  const saved = await save(client, json.id);
  return { id: json.id as string, etag: saved.headers["etag"]! };
}
