import { defineCatalog } from "tamis";
import { reports as family } from "tamis/families";
import { withHidden } from "../../storage/stored-members.ts";

const { reports, states } = family.collections;

/** Languages for comparing the names of reports. */
export const LOCALES = ["en", "de", "fr", "es"] as const;

/** Reports with the key of their content. Each save of content stores a new row and changes this key, in this order. */
export const storedReports = withHidden(reports.catalog, ["contentId"]);

export const storedContents = defineCatalog({
  name: "reportContents",
  key: "id",
  members: {
    id: { type: "string", nullable: false },
    reportId: { type: "string", nullable: false },
    /** The stored form of the content. */
    xml: { type: "string", nullable: false },
    /** Language of the texts; null if the content does not name it. */
    language: "string",
  },
});

/** States with their report and their content, which is JSON text. */
export const storedStates = withHidden(states.catalog, ["reportId", "content"]);
