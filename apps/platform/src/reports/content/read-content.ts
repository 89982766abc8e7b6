import { failRequest, parseJsonObject, type HttpRequest, type Offer } from "tamis/http";
import { CODES, CONTENT_CODES } from "../contract/error-codes.ts";
import { JSON_TYPES, XML_TYPES } from "../contract/media-types.ts";
import type { ContentElement } from "../form/content.ts";
import { ContentProblem } from "../form/content-problem.ts";
import { readJson } from "../form/json-form.ts";
import { readXml } from "../form/xml-form.ts";
import { VERSION } from "../../storage/stamps.ts";
import { requireBodyType } from "../../family/media-types.ts";

export type ContentFormat = "json" | "xml";

/** The forms in which clients read content. */
export const CONTENT_OFFERS: readonly Offer<ContentFormat>[] = [
  { types: JSON_TYPES, version: VERSION, value: "json" },
  { types: XML_TYPES, version: VERSION, value: "xml" },
];

/** @throws a failed request: 406 without a media type, 415 for another one, 400 for another version */
export function readContentFormat(request: HttpRequest): ContentFormat {
  const type = requireBodyType(request, [...JSON_TYPES, ...XML_TYPES], CONTENT_CODES);
  return XML_TYPES.includes(type) ? "xml" : "json";
}

/** @throws a failed request (400) for a body that is not content, or has the other format */
export function parseContent(body: string, format: ContentFormat): ContentElement {
  const start = body.replace(/^\uFEFF/, "").trimStart()[0];
  if (format === "json" ? start === "<" : start === "{" || start === "[")
    failRequest(400, `The body is not ${format.toUpperCase()}, as its media type says.`, {
      code: CODES.otherMediaType,
    });
  try {
    return format === "xml" ? readXml(body) : readJson(parseJsonObject(body, CONTENT_CODES));
  } catch (error) {
    if (error instanceof ContentProblem) return failRequest(400, error.message, { code: error.code });
    throw error;
  }
}
