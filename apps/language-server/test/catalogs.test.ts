import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineCatalog } from "tamis/catalog";
import { afterAll, describe, expect, it, vi } from "vitest";
import { CatalogStore } from "../src/catalogs/catalog-store.ts";
import { pathOfUri } from "../src/catalogs/settings.ts";
import { LocalServer } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "tamis-catalogs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const rootUri = pathToFileURL(folder).href;

const OPENAPI = {
  openapi: "3.1.0",
  info: { title: "API", version: "1" },
  paths: Object.fromEntries(
    [
      ["/reports", { name: { type: "string" } }],
      ["/users", { email: { type: "string" } }],
    ].map(([path, properties]) => [
      path,
      {
        get: {
          responses: {
            200: {
              description: "",
              content: {
                "application/json": { schema: { type: "array", items: { type: "object", properties } } },
              },
            },
          },
        },
      },
    ]),
  ),
};

/** Returns the codes of the diagnostics for each line of a text. */
async function check(settings: unknown, name: string, text: string) {
  const server = new LocalServer((path) =>
    path.endsWith(".csv")
      ? Promise.resolve({
          name: "rows",
          catalog: defineCatalog({ name: "rows", members: { city: "string" } }),
        })
      : Promise.reject(new Error("It has no rows.")),
  );
  try {
    await server.initialize({ rootUri, initializationOptions: settings });
    const uri = `${rootUri}/${name}`;
    await server.open(uri, text, "http");
    // The answer follows the loading of the catalog.
    await server.connection.sendRequest("textDocument/hover", {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    await server.until(() => server.diagnostics.has(uri));
    const found = server.diagnostics.get(uri)!.map(({ code, range }) => `${range.start.line}: ${code}`);
    return { found, shown: server.shown, errors: server.errors };
  } finally {
    await server.stop();
  }
}

const write = (name: string, content: unknown) => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
};

const REQUEST = "GET /reports?filter=and(eq(name,'x'),eq(email,'y'),eq(city,'z'))\n";
const NAMES = ["name", "email", "city"];

describe("a catalog of the settings", () => {
  const catalog = { name: "reports", members: { name: "string" } };
  write("catalog.json", catalog);
  write("schema.json", {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { name: { type: "string" } },
  });
  write("openapi.json", OPENAPI);
  write(
    "openapi.yaml",
    'openapi: "3.1.0"\ninfo: { title: API, version: "1" }\npaths:\n  /reports:\n    get:\n      responses:\n        "200":\n          description: ok\n          content:\n            application/json:\n              schema: { type: array, items: { type: object, properties: { name: { type: string } } } }\n',
  );
  write("rows.csv", "city\nParis\n");

  it.each([
    ["written in the settings", { catalog }, ["name"]],
    ["of a file", { catalog: "catalog.json" }, ["name"]],
    ["of a URI", { catalog: `${rootUri}/catalog.json` }, ["name"]],
    ["of a JSON Schema", { catalog: "schema.json" }, ["name"]],
    ["of an OpenAPI description, selected by the URL", { catalog: "openapi.json" }, ["name"]],
    [
      "of an OpenAPI description, selected by its name",
      { catalog: "openapi.json", collection: "users" },
      ["email"],
    ],
    ["of an OpenAPI description in YAML", { catalog: "openapi.yaml" }, ["name"]],
    ["of a data file", { catalog: "rows.csv" }, ["city"]],
    [
      "of some files",
      { catalogs: [{ files: "*.http", catalog: "catalog.json" }], catalog: "rows.csv" },
      ["name"],
    ],
    [
      "of other files",
      { catalogs: [{ files: ["a/**"], catalog: "catalog.json" }], catalog: "rows.csv" },
      ["city"],
    ],
    ["missing", {}, NAMES],
  ])("%s checks the members", async (_, settings, known) => {
    const { found, shown, errors } = await check(settings, "list.http", REQUEST);
    expect(found).toEqual(NAMES.filter((name) => !known.includes(name)).map(() => "0: unknown-member"));
    expect(shown).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("of each request is selected by its URL", async () => {
    const text =
      "GET /reports?filter=eq(email,'x')\n\n###\nGET https://host/api/users\n  ?filter=eq(email,'x')\n\n###\nGET /other?filter=eq(email,'x')\n";
    const { found } = await check({ catalog: "openapi.json" }, "all.http", text);
    expect(found).toEqual(["0: unknown-member"]);
  });

  it.each([
    ["a missing file", { catalog: "missing.json" }, "There is no such file."],
    ["a folder", { catalog: "." }, "It has no rows."],
    ["a file without a catalog", { catalog: "broken.json" }, "It has no rows."],
    ["an invalid catalog", { catalog: "wrong.json" }, "It is not a valid catalog. /members/a:"],
    [
      "a server that does not answer",
      { catalog: "http://127.0.0.1:59321/?token=secret" },
      "The server does not answer (ECONNREFUSED).",
    ],
    ["an unknown family", { catalog: { family: "nonsense" } }, "There is no such family."],
    ["a number", { catalog: 5 }, "tamis.catalog must be a path, a URL or a catalog."],
    ["a list that is none", { catalogs: "x" }, "tamis.catalogs must be a list."],
    [
      "files that are no patterns",
      { catalogs: [{ files: 5, catalog: "catalog.json" }] },
      "files must be a glob pattern or a list of them.",
    ],
    ["names that are no list", { filterNames: "where" }, "tamis.filterNames must be a list of names."],
    ["an unknown locale", { locale: "?" }, "tamis.locale must be a language tag"],
    ["an unknown time zone", { timeZone: "Mars" }, "tamis.timeZone must be a time zone"],
  ])("that is %s is reported", async (_, settings, message) => {
    write("broken.json", "{");
    write("wrong.json", { name: "x", members: { a: "nonsense" } });
    const { found, shown, errors } = await check(settings, "list.http", REQUEST);
    expect(found).toEqual([]);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain(message);
    expect(shown[0]).not.toContain("secret");
    expect(errors).toEqual([]);
  });
});

it("a client that does not watch files gets the changed catalog too", async () => {
  const poll: (this: CatalogStore, interval: number) => void = Reflect.get(CatalogStore.prototype, "poll");
  vi.spyOn(CatalogStore.prototype, "poll").mockImplementation(function (this: CatalogStore) {
    poll.call(this, 50);
  });
  write("changing.json", { name: "reports", members: { name: "string" } });
  const server = new LocalServer();
  try {
    await server.initialize({ rootUri, initializationOptions: { catalog: "changing.json" } });
    const uri = `${rootUri}/x.tamis-filter`;
    await server.open(uri, "eq(title,'x')");
    await server.until(() => server.diagnostics.get(uri)?.length === 1);
    // The catalog is read again by the command, and by looking at the file again and again.
    write("changing.json", { name: "reports", members: { title: "string" } });
    await server.connection.sendRequest("workspace/executeCommand", { command: "tamis.reloadCatalogs" });
    await server.until(() => server.diagnostics.get(uri)?.length === 0);
    write("changing.json", { name: "reports", members: { title: "integer", other: "string" } });
    await server.until(() => server.diagnostics.get(uri)?.length === 1);
    write("changing.json", "{");
    await server.until(() => server.shown.length === 1);
    expect(server.diagnostics.get(uri)).toHaveLength(1);
  } finally {
    vi.restoreAllMocks();
    await server.stop();
  }
});

it("settings of the client can change", async () => {
  const server = new LocalServer();
  server.configuration = { catalog: { name: "a", members: { name: "string" } } };
  try {
    await server.initialize({ capabilities: { workspace: { configuration: true } } });
    await server.open("file:///x.json", '{"where":"eq(age,1)"}', "json");
    await server.open("file:///y.tamis-filter", "eq(age,1)");
    await server.until(() => server.diagnostics.get("file:///y.tamis-filter")?.length === 1);
    expect(server.diagnostics.get("file:///x.json")).toEqual([]);
    server.configuration = { catalog: { name: "a", members: { name: "string" } }, filterNames: ["where"] };
    await server.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await server.until(() => server.diagnostics.get("file:///x.json")?.length === 1);
  } finally {
    await server.stop();
  }
});

describe("the path of a file URI", () => {
  it("has an upper-case drive on Windows, as editors write it in either case", () => {
    for (const uri of ["file:///c%3A/a/b%20c.json", "file:///C:/a/b%20c.json"])
      expect(pathOfUri(uri, true)).toBe("C:\\a\\b c.json");
    expect(pathOfUri("file://server/share/a.json", true)).toBe("\\\\server\\share\\a.json");
    expect(pathOfUri("file:///c%3A/a", false)).toBe("/c:/a");
    expect([pathOfUri("https://example.org/a"), pathOfUri("file:///a%2Fb", false)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
