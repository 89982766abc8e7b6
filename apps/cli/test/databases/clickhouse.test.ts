/** `tamis query` and `tamis catalog` with the driver `@clickhouse/client`. The server is the engine in the process. */
import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  startClickhouseServer,
  type ClickhouseServer,
} from "../../../../test/sql/engines/clickhouse/http-server.ts";
import { openChdb, type TestSession } from "../../../../test/sql/engines/clickhouse/open-chdb.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

// The driver is installed in the folder of the engine, not where the program looks for it.
vi.mock("@clickhouse/client", () => {
  const engine = new URL("../../../../test/sql/engines/clickhouse/package.json", import.meta.url);
  return createRequire(engine)("@clickhouse/client") as object;
});

let session: TestSession | undefined;
let server: ClickhouseServer;
let address: string;

beforeAll(async () => {
  session = openChdb();
  if (session === undefined) return;
  session.query(
    "CREATE TABLE places (id Int64, name Nullable(String), size Float64) ENGINE = MergeTree ORDER BY id",
  );
  session.query("INSERT INTO places VALUES (1, 'Ystad', 0.5), (2, 'Årsta', 7), (9007199254740993, NULL, -1)");
  server = await startClickhouseServer(session);
  address = server.url.replace("http://", "clickhouse://ada:p%40ss@");
}, 60_000);

afterAll(async () => {
  if (session === undefined) return;
  await server.close();
  session.close();
});

beforeEach(({ skip }) => {
  if (session === undefined) skip("chDB is not installed");
});

const NOTE = "tamis: id: the table is sorted by it, but values can repeat, so it is not used as the key.\n";
const query = (...args: string[]) => tamis(["query", `${address}/geo`, "--table", "places", ...args]);

describe("tamis query clickhouse://", () => {
  it("prints the rows of a filter in order, with exact integers", async () => {
    expect(await query("--filter", "lt(size,5)", "--sortBy", "size")).toEqual({
      code: 0,
      out: '{"id":9007199254740993,"name":null,"size":-1}\n{"id":1,"name":"Ystad","size":0.5}\n',
      err: NOTE,
    });
    const { parameters, user } = server.received.at(-1)!;
    expect(parameters.get("database")).toBe("geo");
    expect(user).toBe("ada:p@ss");
  });

  it("counts rows and groups them", async () => {
    expect(await query("--filter", "startsWith(name,'Y')", "--count")).toMatchObject({ code: 0, out: "1\n" });
    expect(await query("--count-by", "name", "--sum", "size", "--filter", "gt(size,0)")).toEqual({
      code: 0,
      out: '{"name":"Årsta","count":1,"size_sum":7}\n{"name":"Ystad","count":1,"size_sum":0.5}\n',
      err: NOTE,
    });
  });

  it("infers a catalog", async () => {
    const { code, out } = await tamis(["catalog", "infer", `${address}/geo`, "--table", "places"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ members: { id: { type: "integer" }, name: { type: "string" } } });
  });

  it("reports a missing table, a wrong password and a server that does not answer, without the password", async () => {
    expect(await failure(2, ["query", `${address}/geo`, "--table", "place"])).toContain(
      "has no table 'place'. Did you mean places?",
    );
    server.fail(403, "Code: 516. DB::Exception: ada: Authentication failed. (AUTHENTICATION_FAILED)");
    const refused = await query();
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("refused the user or the password");
    const nobody = await tamis(["query", "clickhouse://ada:secret@127.0.0.1:1", "--table", "places"]);
    expect(nobody.code).toBe(2);
    expect(nobody.err).toContain("ClickHouse cannot be reached");
    expect(nobody.err + refused.err).not.toMatch(/secret|p@ss|p%40ss/);
  });
});
