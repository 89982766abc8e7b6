/** Operations on a resource, each with the methods that perform it. */
export const OPERATIONS = {
  /** Pages of the collection. */
  list: { on: "collection", methods: ["GET", "HEAD", "QUERY"], writes: false },
  /** One row by its key. */
  read: { on: "item", methods: ["GET", "HEAD"], writes: false },
  /** Values of a member with the number of rows, its least and greatest value, and groups of rows. */
  facets: { on: "collection", methods: ["GET", "HEAD"], writes: false },
  /** All rows as NDJSON. */
  export: { on: "collection", methods: ["GET", "HEAD"], writes: false },
  /** Server-sent events about changes. */
  changes: { on: "collection", methods: ["GET", "HEAD"], writes: false },
  create: { on: "collection", methods: ["POST"], writes: true },
  replace: { on: "item", methods: ["PUT"], writes: true },
  patch: { on: "item", methods: ["PATCH"], writes: true },
  delete: { on: "item", methods: ["DELETE"], writes: true },
} as const;

export type Operation = keyof typeof OPERATIONS;

export const ALL_OPERATIONS = Object.keys(OPERATIONS) as readonly Operation[];

export function writes(operation: Operation): boolean {
  return OPERATIONS[operation].writes;
}
