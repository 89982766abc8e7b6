import { defineCatalog } from "tamis";
import { HIDDEN, ITEM_MEMBERS } from "../storage/stored-members.ts";

export const FILES = "/files/files";
export const FILE_TYPE = "application/vnd.vendor.file";

/** Types of files that the platform keeps: text that no browser runs as a page of the platform. */
export const CONTENT_TYPES = ["image/svg+xml", "text/csv", "text/plain", "application/json"] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

export const filesCatalog = defineCatalog({
  name: "files",
  description: "Text files that reports depend on, such as images in SVG.",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", nullable: false },
    contentType: { type: "string", nullable: false, enum: CONTENT_TYPES },
    parentUri: { type: "string", description: "The path of the item that the file belongs to." },
    ...ITEM_MEMBERS,
    content: HIDDEN,
  },
});
