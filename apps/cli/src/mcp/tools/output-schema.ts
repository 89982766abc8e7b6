export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: "string" };
export const COUNT: Schema = { type: "integer", minimum: 0 };

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

export function objectOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return { type: "object", properties, required };
}

/** A checked filter or sort order. */
export const CHECKED: Schema = objectOf(
  {
    ok: { type: "boolean" },
    understood: { ...TEXT, description: "The expression as it is understood." },
    problems: listOf(
      objectOf({ code: TEXT, severity: TEXT, message: TEXT, from: COUNT, to: COUNT, fixes: listOf(TEXT) }, [
        "code",
        "severity",
        "message",
        "from",
        "to",
      ]),
    ),
    corrected: {
      ...TEXT,
      description: "The expression after all corrections. Use it in place of the given one.",
    },
  },
  ["ok", "problems"],
);

/** Returns the schema of a tool's results: those of success, or an error that the model can correct. */
export function outputSchema(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): Schema {
  return {
    type: "object",
    properties: {
      ...properties,
      error: { ...TEXT, description: "Reason why the call failed. No other result is present." },
      filter: CHECKED,
      sortBy: CHECKED,
    },
    anyOf: [{ required }, { required: ["error"] }],
  };
}

/** Properties of a page of rows or groups. */
export function pageProperties(items: string): Readonly<Record<string, Schema>> {
  return {
    count: { ...COUNT, description: `Number of all matching ${items}.` },
    start: COUNT,
    limit: COUNT,
    nextStart: { ...COUNT, description: "The start of the next page. Absent on the last page." },
    items: listOf({ type: "object" }),
    note: { ...TEXT, description: "The members whose long values are cut." },
  };
}

export const PAGE_REQUIRED: readonly string[] = ["count", "start", "limit", "items"];
