export interface PgQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  readonly types: { readonly getTypeParser: (oid: number) => (value: string) => unknown };
}

export function pgQuery(text: string, values: unknown[] = []): PgQuery {
  return { text, values, rowMode: "array", types: TYPES };
}

/** Parses booleans, doubles, integers up to 32 bits and bytes by type OID. All other values stay strings. */
const TYPES: PgQuery["types"] = {
  getTypeParser: (oid) => PARSERS.get(oid) ?? ((value) => value),
};

const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [16, (value) => value === "t"],
  [17, bytesOf],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
]);

/** Decodes the hexadecimal `bytea` output format: `\x` and two digits for each byte. */
function bytesOf(value: string): Uint8Array {
  const bytes = new Uint8Array((value.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(value.slice(2 * i + 2, 2 * i + 4), 16);
  return bytes;
}
