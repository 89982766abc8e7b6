/** Annotations of the example data that a new deployment begins with: rules and owners of columns, as data stewards keep them. */
import type { annotations as family } from "tamis/families";
import { newItem } from "../storage/stamps.ts";
import type { NewRow } from "../storage/storage.ts";

interface SampleMember {
  readonly resourceUri: string;
  readonly resourceType: "table" | "column";
  readonly value: string;
}

interface Sample {
  readonly domain: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly members: readonly SampleMember[];
}

const column = (table: string, name: string, value: string): SampleMember => ({
  resourceUri: `/tables/${table}/columns/${name}`,
  resourceType: "column",
  value,
});
const table = (name: string, value: string): SampleMember => ({
  resourceUri: `/tables/${name}`,
  resourceType: "table",
  value,
});

const SAMPLES: readonly Sample[] = [
  {
    domain: "stewardship",
    name: "owner",
    label: "Owner",
    description: "The team that answers questions about the data.",
    members: [table("places", "Geography"), table("countries", "Geography"), table("rivers", "Hydrology")],
  },
  {
    domain: "stewardship",
    name: "source",
    label: "Source",
    description: "Where the data come from.",
    members: ["places", "countries", "rivers", "languages"].map((name) =>
      table(name, "Natural Earth and CLDR"),
    ),
  },
  {
    domain: "quality",
    name: "complete",
    label: "Complete",
    description: "The share of rows with a value.",
    members: [column("places", "name", "100 %"), column("places", "adm1name", "93 %")],
  },
  {
    domain: "quality",
    name: "unique",
    label: "Unique",
    description: "No two rows have the same value.",
    members: [column("countries", "name", "yes"), column("places", "name", "no")],
  },
  {
    domain: "meaning",
    name: "population",
    label: "Bevölkerung",
    description: "Number of people, by the largest estimate of a place.",
    members: [column("places", "pop_max", "people"), column("countries", "pop_est", "people")],
  },
  {
    domain: "meaning",
    name: "straße",
    label: "Straße",
    description: "An example of a name with a letter that has two forms.",
    members: [],
  },
];

/**
 * Returns the rows of the sample.
 *
 * @param now milliseconds since 1970 for the time of creation
 */
export function sampleRows(now: number): {
  readonly annotations: readonly NewRow<typeof family.collections.annotations.catalog>[];
  readonly members: readonly NewRow<typeof family.collections.members.catalog>[];
} {
  const stamps = newItem("sample", now);
  const annotations = SAMPLES.map(({ members, ...sample }) => ({
    row: { id: crypto.randomUUID(), ...sample, ...stamps },
    members,
  }));
  return {
    annotations: annotations.map(({ row }) => row),
    members: annotations.flatMap(({ row, members }) =>
      members.map((member) => ({ id: crypto.randomUUID(), annotationId: row.id, ...member, ...stamps })),
    ),
  };
}
