import { jsonTypes } from "../../family/media-types.ts";

const CONTENT = "application/vnd.vendor.report.content";
const STATE = "application/vnd.vendor.report.state";

/** Media types of content in JSON. */
export const JSON_TYPES = jsonTypes(CONTENT);

/** Media types of content in XML. */
export const XML_TYPES: readonly string[] = [`${CONTENT}+xml`, "application/xml", "text/xml"];

/** Media types of the content of a state. */
export const STATE_CONTENT_TYPES = jsonTypes(STATE);

/** Media types of the results of validations. */
export const VALIDATION_TYPES: Readonly<Record<"name" | "content", readonly string[]>> = {
  name: ["application/vnd.vendor.validation+json", "application/json"],
  content: [`${CONTENT}.validation+json`, "application/json"],
};
