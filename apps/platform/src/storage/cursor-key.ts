import { defineCatalog, type Catalog } from "tamis";
import type { RowStore } from "tamis/http";
import { newCursorKey, type Row, type Storage, type TableOptions } from "./storage.ts";

/** Opens a table whose pages have cursors. */
export type OpenTable = (
  catalog: Catalog,
  options: TableOptions & { readonly cursorKey?: Uint8Array },
) => Promise<RowStore<Row>>;

const secrets = defineCatalog({
  name: "secrets",
  key: "id",
  members: { id: { type: "string", nullable: false }, value: { type: "string", nullable: false } },
});

const ID = "cursors";

/** Gives all tables of a database one cursor key, which the database keeps, so that cursors outlive the process. */
export function withCursorKey(open: OpenTable): Storage["open"] {
  let key: Promise<Uint8Array> | undefined;
  return async (catalog, options = {}) => {
    key ??= storedKey(open);
    return open(catalog, { ...options, cursorKey: await key });
  };
}

async function storedKey(open: OpenTable): Promise<Uint8Array> {
  const store = await open(secrets, {});
  const value = Buffer.from(newCursorKey()).toString("base64url");
  // Of several processes that start at the same time, one creates the key.
  await store.create({ id: ID, value });
  const stored = await store.read(ID);
  return new Uint8Array(Buffer.from(String(stored!.row["value"]), "base64url"));
}
