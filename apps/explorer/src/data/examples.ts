import countries from "../../../../examples/data/countries.ndjson";
import languages from "../../../../examples/data/languages.ndjson";
import places from "../../../../examples/data/places.ndjson";
import rivers from "../../../../examples/data/rivers.ndjson";
import timeZones from "../../../../examples/data/time-zones.csv";
import { madeOrders } from "./orders.ts";

/** Files of the example sets, by the names of `EXAMPLES`. They are part of the script, so that the page needs no network. */
const FILES: ReadonlyMap<string, readonly [name: string, text: () => string]> = new Map([
  ["places", ["places.ndjson", () => places]],
  ["countries", ["countries.ndjson", () => countries]],
  ["languages", ["languages.ndjson", () => languages]],
  ["rivers", ["rivers.ndjson", () => rivers]],
  ["time-zones", ["time-zones.csv", () => timeZones]],
  ["orders", ["orders.csv", madeOrders]],
]);

/** @throws Error for an unknown name */
export function exampleFile(example: string): File {
  const file = FILES.get(example);
  if (file === undefined) throw new Error("There is no example of this name.");
  const [name, text] = file;
  return new File([text()], name);
}
