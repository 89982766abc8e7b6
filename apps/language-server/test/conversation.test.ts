/** A recorded conversation: the test sends the messages of a client, and compares all messages with conversation.txt. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { defineCatalog } from "tamis/catalog";
import { afterAll, expect, it } from "vitest";
import { canRun, startServer } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "tamis-lsp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FOLDER = pathToFileURL(folder).href;

/** Formats a value in one line for each entry of an array of objects, and in one line otherwise. */
function show(value: unknown, indent = "  "): string {
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === "object")
    return `[\n${value.map((each) => `${indent}  ${show(each, `${indent}  `)}`).join("\n")}\n${indent}]`;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value === undefined ? "nothing" : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${show(each, indent)}`);
  return `{ ${entries.join(", ")} }`;
}

const CATALOG = {
  name: "reports",
  members: {
    id: "integer",
    name: { type: "string", description: "Title of the report." },
    state: { type: "string", enum: ["draft", "done"] },
    created: "dateTime",
    owner: { type: "object", members: { city: "string" } },
  },
};

class Conversation {
  readonly server = startServer();
  readonly #lines: string[] = [];
  readonly #waiting: { readonly method: string; readonly resolve: () => void }[] = [];
  readonly #arrived: string[] = [];
  readonly #configuration: unknown;
  readonly #port: string;

  constructor(configuration: unknown, port = "") {
    this.#configuration = configuration;
    this.#port = port;
    const { connection } = this.server;
    connection.onRequest((method, params) => {
      if (method === "workspace/configuration") return [this.#configuration];
      this.#arrive(method, params);
      return null;
    });
    connection.onNotification((method, params) => this.#arrive(method, params));
    connection.listen();
  }

  note(text: string): void {
    this.#lines.push("", `# ${text}`);
  }

  async request(method: string, params: unknown): Promise<unknown> {
    this.#add("→", method, params);
    try {
      const result: unknown = await this.server.connection.sendRequest(method, params);
      this.#add("←", "result", result);
      return result;
    } catch (error) {
      const { code, message } = error as { code: number; message: string };
      this.#add("←", "error", { code, message });
      return undefined;
    }
  }

  async notify(method: string, params: unknown): Promise<void> {
    this.#add("→", method, params);
    await (params === undefined
      ? this.server.connection.sendNotification(method)
      : this.server.connection.sendNotification(method, params));
  }

  /** Waits for a message of the server, and records it. */
  async receive(method: string): Promise<void> {
    const at = this.#arrived.indexOf(method);
    if (at >= 0) this.#arrived.splice(at, 1);
    else await new Promise<void>((resolve) => this.#waiting.push({ method, resolve }));
  }

  text(): string {
    return `${this.#lines.join("\n").trim()}\n`;
  }

  #arrive(method: string, params: unknown): void {
    this.#add("←", method, params);
    const at = this.#waiting.findIndex((each) => each.method === method);
    if (at >= 0) this.#waiting.splice(at, 1)[0]!.resolve();
    else this.#arrived.push(method);
  }

  #add(arrow: string, name: string, value: unknown): void {
    const text = show(value)
      .replaceAll(FOLDER, "file:///folder")
      .replaceAll(folder, "/folder")
      .replaceAll(process.execPath, "node")
      .replaceAll(/id: "[0-9a-f-]{36}"/g, 'id: "…"')
      .replaceAll(/version: "\d+\.\d+\.\d+"/g, 'version: "…"');
    this.#lines.push(`${arrow} ${name} ${this.#port === "" ? text : text.replaceAll(this.#port, "PORT")}`);
  }
}

const uri = (name: string) => `${FOLDER}/${name}`;
const at = (name: string, line: number, character: number) => ({
  textDocument: { uri: uri(name) },
  position: { line, character },
});
const lines = (name: string, from: readonly [number, number], to: readonly [number, number]) => ({
  textDocument: { uri: uri(name) },
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
});
const opening = (name: string, languageId: string, text: string) => ({
  textDocument: { uri: uri(name), languageId, version: 1, text },
});

it.skipIf(!canRun)("answers an editor that pushes changes and watches files", async () => {
  writeFileSync(join(folder, "reports.catalog.json"), JSON.stringify(CATALOG));
  const talk = new Conversation({ catalog: "reports.catalog.json", timeZone: "Europe/Berlin" });
  talk.note("The client starts the server. It supports snippets, Markdown and registrations.");
  await talk.request("initialize", {
    processId: null,
    rootUri: FOLDER,
    capabilities: {
      workspace: {
        configuration: true,
        workspaceEdit: { documentChanges: true },
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      },
      textDocument: {
        completion: { completionItem: { snippetSupport: true } },
        hover: { contentFormat: ["markdown"] },
        signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
        formatting: { dynamicRegistration: true },
      },
    },
  });
  await talk.notify("initialized", {});
  await talk.receive("client/registerCapability");
  await talk.receive("client/registerCapability");
  await talk.receive("client/registerCapability");

  talk.note("A file of requests with a wrong member.");
  await talk.notify(
    "textDocument/didOpen",
    opening("list.http", "http", "GET https://host/reports?filter=eq(nmae,%27x%27)&sortBy=name\n"),
  );
  await talk.receive("textDocument/publishDiagnostics");
  await talk.request("textDocument/codeAction", {
    ...lines("list.http", [0, 35], [0, 35]),
    context: { diagnostics: [], only: ["quickfix"] },
  });

  talk.note("The client changes the member. Incremental changes are applied in their order.");
  await talk.notify("textDocument/didChange", {
    textDocument: { uri: uri("list.http"), version: 2 },
    contentChanges: [
      { range: { start: { line: 0, character: 35 }, end: { line: 0, character: 39 } }, text: "sta" },
      { range: { start: { line: 0, character: 38 }, end: { line: 0, character: 38 } }, text: "te" },
      { range: { start: { line: 0, character: 41 }, end: { line: 0, character: 48 } }, text: "" },
    ],
  });
  await talk.receive("textDocument/publishDiagnostics");
  await talk.request("textDocument/completion", at("list.http", 0, 41));
  await talk.request("textDocument/hover", at("list.http", 0, 33));
  await talk.request("textDocument/signatureHelp", at("list.http", 0, 41));

  talk.note("Rename changes the filter and the sort of the same collection.");
  await talk.notify("textDocument/didOpen", {
    ...opening(
      "page.json",
      "json",
      '{ "filter": "and(eq(owner.city,\\"x\\"),isNull(name))",\n  "sortBy": "owner.city:descending" }',
    ),
  });
  await talk.receive("textDocument/publishDiagnostics");
  await talk.request("textDocument/prepareRename", at("page.json", 0, 28));
  await talk.request("textDocument/rename", { ...at("page.json", 0, 28), newName: "town" });
  await talk.request("textDocument/rename", { ...at("page.json", 0, 28), newName: "" });
  await talk.request("textDocument/prepareRename", at("page.json", 0, 14));

  talk.note("A file that is one filter: tokens, folding, selection and formatting.");
  await talk.notify(
    "textDocument/didOpen",
    opening(
      "open.tamis-filter",
      "tamis-filter",
      "and(\n  eq(state,'draft'),\n  ge(created,2026-01-31T12:00:00Z)\n)",
    ),
  );
  await talk.receive("textDocument/publishDiagnostics");
  await talk.request("textDocument/semanticTokens/full", { textDocument: { uri: uri("open.tamis-filter") } });
  await talk.request("textDocument/foldingRange", { textDocument: { uri: uri("open.tamis-filter") } });
  await talk.request("textDocument/selectionRange", {
    textDocument: { uri: uri("open.tamis-filter") },
    positions: [{ line: 1, character: 6 }],
  });
  await talk.request("textDocument/hover", at("open.tamis-filter", 2, 20));
  await talk.request("textDocument/formatting", {
    textDocument: { uri: uri("open.tamis-filter") },
    options: { tabSize: 4, insertSpaces: true },
  });
  await talk.request("textDocument/codeAction", {
    ...lines("open.tamis-filter", [0, 0], [0, 0]),
    context: { diagnostics: [] },
  });

  talk.note("An empty string is completed too.");
  await talk.notify("textDocument/didOpen", opening("empty.yaml", "yaml", 'filter: ""\n'));
  await talk.receive("textDocument/publishDiagnostics");
  const empty = (await talk.request("textDocument/completion", at("empty.yaml", 0, 9))) as {
    items: unknown[];
  };
  expect(empty.items.length).toBeGreaterThan(5);

  talk.note("The file of the catalog changes. A client that watches it reports the change.");
  writeFileSync(
    join(folder, "reports.catalog.json"),
    JSON.stringify({ ...CATALOG, members: { ...CATALOG.members, state: "integer" } }),
  );
  await talk.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: uri("reports.catalog.json"), type: 2 }],
  });
  await talk.receive("textDocument/publishDiagnostics");

  talk.note("Wrong requests have errors, and the server remains.");
  await talk.request("textDocument/hover", { textDocument: { uri: uri("list.http") } });
  await talk.request("textDocument/hover", { textDocument: null });
  await talk.request("textDocument/hover", at("unknown.http", 0, 0));
  await talk.request("tamis/unknown", {});
  await talk.request("shutdown", undefined);
  await talk.notify("exit", undefined);
  expect(await talk.server.ended).toBe(0);
  expect(talk.server.errors()).toBe("");
  await expect(talk.text()).toMatchFileSnapshot("./conversation.txt");
});

it.skipIf(!canRun)(
  "answers an editor that pulls diagnostics and counts in UTF-8, with the catalog of a server",
  async () => {
    const catalog = defineCatalog({ name: "places", key: "id", members: { id: "string", city: "string" } });
    const rows = ["Zürich", "Zagreb", "Oslo", "Zürich"].map((city, i) => ({ id: String(i), city }));
    const collection = createCollection(rows, { catalog }).asCollection();
    const service = createService({
      resources: [
        defineResource({ path: "/places", collection }),
        defineResource({
          path: "/people",
          collection: createCollection([{ id: "1", age: 1 }], {
            catalog: defineCatalog({ name: "people", key: "id", members: { id: "string", age: "integer" } }),
          }).asCollection(),
        }),
      ],
    });
    const server = createServer((request, response) => {
      const { pathname, search } = new URL(request.url!, "http://host");
      void service({ method: "GET", path: pathname, search: search.slice(1), headers: {} }).then(
        ({ status, body }) => response.writeHead(status).end(body as string),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const talk = new Conversation(undefined, String(port));
    try {
      await talk.request("initialize", {
        processId: null,
        rootUri: null,
        initializationOptions: { catalog: `http://127.0.0.1:${port}/` },
        capabilities: {
          general: { positionEncodings: ["utf-8", "utf-16"] },
          textDocument: { diagnostic: {} },
        },
      });
      await talk.notify("initialized", {});
      const text =
        '# größe\ncurl "http://host/places?filter=eq(city,\'Z%C3%BC\')&sortBy=cty"\ncurl -G "http://host/people" --data-urlencode "filter=eq(größe,1)"\n';
      await talk.notify("textDocument/didOpen", opening("get.sh", "shellscript", text));
      talk.note("The URL selects the collection. Columns are counted in bytes of UTF-8.");
      const first = (await talk.request("textDocument/diagnostic", {
        textDocument: { uri: uri("get.sh") },
      })) as { resultId: string };
      await talk.request("textDocument/diagnostic", {
        textDocument: { uri: uri("get.sh") },
        previousResultId: first.resultId,
      });
      talk.note("Values come from the server.");
      await talk.request("textDocument/completion", at("get.sh", 1, 48));
      talk.note("Text after a character of two bytes is replaced.");
      await talk.notify("textDocument/didChange", {
        textDocument: { uri: uri("get.sh"), version: 2 },
        contentChanges: [
          { range: { start: { line: 2, character: 57 }, end: { line: 2, character: 64 } }, text: "age" },
        ],
      });
      await talk.request("textDocument/diagnostic", { textDocument: { uri: uri("get.sh") } });
      await talk.request("shutdown", undefined);
      await talk.notify("exit", undefined);
      expect(await talk.server.ended).toBe(0);
      expect(talk.server.errors()).toBe("");
      await expect(talk.text()).toMatchFileSnapshot("./conversation-utf8.txt");
    } finally {
      server.close();
      talk.server.stop();
    }
  },
);
