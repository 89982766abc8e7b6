import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { embeddedPostgres } from "../../sql/engines/embedded-postgres.ts";

/** A place for the rows of a server: arguments of `server.ts`. */
export interface Place {
  readonly arguments: readonly string[];
  readonly end: () => Promise<void>;
}

export const PLACES: Readonly<Record<"sqlite" | "postgres", () => Promise<Place>>> = {
  sqlite: () => {
    const folder = mkdtempSync(join(tmpdir(), "tamis-crashes-"));
    return Promise.resolve({
      arguments: ["sqlite", join(folder, "rows.db")],
      end: () => Promise.resolve(rmSync(folder, { recursive: true })),
    });
  },
  postgres: async () => {
    const port = await embeddedPostgres();
    const schema = `tamis_crashes_${process.pid}`;
    const run = async (text: string) => {
      const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres" });
      await client.connect();
      await client.query(text);
      await client.end();
    };
    await run(`CREATE SCHEMA ${schema}`);
    return {
      arguments: ["postgres", String(port), schema],
      end: () => run(`DROP SCHEMA ${schema} CASCADE`),
    };
  },
};
