import type { BridgeExample } from "./examples.ts";
import { JSONLOGIC_EXAMPLES } from "./jsonlogic/examples.ts";
import { MONGO_EXAMPLES } from "./mongo/examples.ts";
import { REACT_QUERYBUILDER_EXAMPLES } from "./react-querybuilder/examples.ts";

/** A JSON value of another language, its translation, and the expected differences. */
export interface JsonExample extends Omit<BridgeExample, "foreign" | "back"> {
  readonly foreign: unknown;
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: unknown;
}

/** The examples of each bridge whose form is JSON. A test compares the names with the list of bridges. */
export const JSON_EXAMPLES: Readonly<Record<string, readonly JsonExample[]>> = {
  jsonlogic: JSONLOGIC_EXAMPLES,
  mongo: MONGO_EXAMPLES,
  "react-querybuilder": REACT_QUERYBUILDER_EXAMPLES,
};
