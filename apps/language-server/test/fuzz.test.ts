/** Random edits, requests and damaged messages: the server answers each request, inside of the text, and never ends. */
import { expect, it } from "vitest";
import { countOf } from "../../../test/effort.ts";
import { Random } from "../../../test/text-fuzz/random.ts";
import { LocalServer } from "./client.ts";

const SEED = Number(process.env["TAMIS_SEED"] ?? 20261122);

const TEXTS: readonly (readonly [languageId: string, text: string])[] = [
  ["tamis-filter", "and(\n  eq(name,'ä'),\n  gt(size,5)\n)"],
  [
    "http",
    'GET https://host/reports?filter=eq(name,%27x%27)&sortBy=name\r\n\r\n###\r\nPOST /x\r\n\r\n{"filter":"in(a,1,2)"}\r\n',
  ],
  ["json", '{ "filter": "and(eq(owner.city,\\"x\\"),isNull(name))",\n "sortBy": "name:descending" }'],
  ["yaml", "filter: |\n  or(eq(a,1),\n    eq(a,2))\nsortBy: 'name'\n"],
  ["typescript", "const a = filter`eq(name,${x})`; // see /x?filter=eq(a,1)\n"],
  ["shellscript", "curl -G 'http://host/x' --data-urlencode \"filter=eq(größe,'$1')\"\n"],
  ["markdown", 'See /x?filter=eq(a,1).\n\n```json\n{"filter":"eq(b,2)"}\n```\n'],
  ["", "😀 /x?filter=eq(a,1) "],
];

const PIECES = [
  ..."(),.:'\"$ \n\r%&=?{}\\`",
  "eq(",
  "😀",
  "\ud83d",
  "%C3",
  "filter=",
  "sortBy",
  "${",
  "```",
  "name",
  "null",
  "$primary,",
];

const POSITION_REQUESTS = ["hover", "completion", "signatureHelp", "prepareRename", "rename"];
const RANGE_REQUESTS = ["codeAction", "rangeFormatting", "semanticTokens/range"];
const REQUESTS = ["formatting", "foldingRange", "semanticTokens/full", "diagnostic", "selectionRange"];

/** Returns the offset of a position as LSP defines it, in a text whose lines end with \\n, \\r\\n or \\r. */
function offsetOf(text: string, { line, character }: Position, encoding: string): number {
  let start = 0;
  const breaks = text.matchAll(/\r\n|\n|\r/g);
  for (let i = 0; i < line; i++) {
    const { value } = breaks.next();
    if (value === undefined) return text.length;
    start = value.index + value[0].length;
  }
  const end = breaks.next().value?.index ?? text.length;
  if (encoding === "utf-16") return Math.min(start + character, end);
  let at = start;
  let bytes = 0;
  for (const codePoint of text.slice(start, end)) {
    bytes += Buffer.byteLength(codePoint);
    if (bytes > character) break;
    at += codePoint.length;
  }
  return at;
}

/** Returns the ranges anywhere in an answer. */
function rangesIn(value: unknown, found: { start: Position; end: Position }[] = []): typeof found {
  if (typeof value !== "object" || value === null) return found;
  if ("start" in value && "end" in value) found.push(value as { start: Position; end: Position });
  for (const each of Object.values(value)) rangesIn(each, found);
  return found;
}

interface SelectionRange {
  readonly range: { readonly end: Position };
  readonly parent?: SelectionRange;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

it.each(["utf-16", "utf-8"] as const)(
  "random edits and requests in %s have answers inside of the text",
  async (encoding) => {
    const random = new Random(SEED);
    const server = new LocalServer();
    await server.initialize({
      initializationOptions: { catalog: { name: "x", members: { name: "string", size: "integer" } } },
      capabilities: {
        general: { positionEncodings: [encoding] },
        textDocument: { diagnostic: {} },
      },
    });
    let wrong = 0;
    let answered = 0;
    /** Number of documents whose end was compared. */
    let compared = 0;
    let uri = "";
    let language = "";
    let text = "";
    let version = 0;
    const edits = countOf("apps/language-server/test/fuzz: edits");
    for (let i = 0; i < edits; i++) {
      if (i % 20 === 0) {
        const [languageId, start] = random.pick(random.below(2) === 0 ? TEXTS : TEXTS.slice(0, 1));
        language = languageId;
        uri = `file:///${i}`;
        text = start;
        await server.open(uri, text, languageId);
      }
      const lines = text.split(/\r\n|\n|\r/).length;
      const position = () => ({ line: random.below(lines + 1), character: random.below(60) });
      const [start, end] = [position(), position()].sort(
        (a, b) => a.line - b.line || a.character - b.character,
      );
      const piece = random.below(3) === 0 ? "" : random.pick(PIECES);
      const isWhole = random.below(10) === 0;
      const range = random.below(2) === 0 ? { start: start!, end: start! } : { start: start!, end: end! };
      await server.connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [isWhole ? { text } : { range, text: piece }],
      });
      if (!isWhole)
        text =
          text.slice(0, offsetOf(text, range.start, encoding)) +
          piece +
          text.slice(offsetOf(text, range.end, encoding));
      // The last request of each document makes sure that both sides have the same text.
      const at = i % 20 === 19 ? { line: 0, character: 0 } : position();
      const params = {
        textDocument: { uri },
        position: at,
        positions: [at],
        range: { start: at, end: at },
        newName: random.pick(["title", "", "a b"]),
        context: { diagnostics: [] },
        options: { tabSize: 2 },
      };
      const method = random.pick([...POSITION_REQUESTS, ...RANGE_REQUESTS, ...REQUESTS]);
      const answer: unknown = await server.connection
        .sendRequest(`textDocument/${method}`, params)
        .catch((error: unknown) => ({ error: (error as { readonly code: number }).code }));
      answered++;
      const code = (answer as { error?: number } | null)?.error;
      // A rename can be refused. Anything else is a fault of the server.
      if (code !== undefined && code !== -32803) wrong++;
      const last = text.split(/\r\n|\n|\r/).length;
      for (const found of rangesIn(answer))
        if (found.end.line >= last || found.start.line > found.end.line) wrong++;
      // In a file that is one filter, the outermost range is the whole text: both sides must have the same one.
      if (language !== "tamis-filter" || i % 20 !== 19) continue;
      const [whole] = await server.connection.sendRequest<SelectionRange[]>("textDocument/selectionRange", {
        textDocument: { uri },
        positions: [{ line: 0, character: 0 }],
      });
      let outer = whole!;
      while (outer.parent !== undefined) outer = outer.parent;
      const lastLine = text.split(/\r\n|\n|\r/).at(-1)!;
      const length = encoding === "utf-8" ? Buffer.byteLength(lastLine) : lastLine.length;
      if (text === "") continue;
      compared++;
      if (outer.range.end.character !== length) wrong++;
      if (outer.range.end.line !== last - 1) wrong++;
    }
    expect(compared).toBeGreaterThan(edits / 200);
    expect(server.errors).toEqual([]);
    expect({ seed: SEED, wrong, answered }).toEqual({ seed: SEED, wrong: 0, answered: edits });
    await server.connection.sendRequest("shutdown");
    expect(await server.stop()).toBe(0);
  },
);

it("damaged messages and parameters never end the server", async () => {
  const random = new Random(SEED);
  const server = new LocalServer();
  await server.initialize();
  const values = [null, 5, "x", [], {}, -1, 1e300, { uri: 5 }, { uri: "file:///a" }, [null], { start: null }];
  const uri = "file:///a.tamis-filter";
  await server.open(uri, "eq(name,'x')");
  const frame = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const message = (): string => {
    switch (random.below(9)) {
      case 0:
        return "garbage\r\n\r\n";
      case 1:
        return "Content-Length: x\r\n\r\n";
      case 2:
        return "Content-Length: -5\r\n\r\n";
      case 3:
        return frame("{");
      case 4:
        return frame("null") + frame("[]") + frame('"x"');
      case 5:
        return frame('{"jsonrpc":"2.0","id":{},"method":5}');
      case 6:
        return frame('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"none"}}');
      case 7:
        return "Content-Length: 99999999999\r\nX: y";
      default:
        return frame(
          JSON.stringify({
            jsonrpc: "2.0",
            ...(random.below(2) === 0 && { id: `x${random.below(1_000)}` }),
            method: random.pick([
              ...[...POSITION_REQUESTS, ...RANGE_REQUESTS, ...REQUESTS].map((name) => `textDocument/${name}`),
              "textDocument/didOpen",
              "textDocument/didChange",
              "textDocument/didClose",
              "workspace/didChangeConfiguration",
              "workspace/didChangeWatchedFiles",
              "workspace/executeCommand",
              "initialized",
            ]),
            params: {
              textDocument: random.pick(values),
              position: random.pick(values),
              range: random.pick(values),
              positions: random.pick(values),
              contentChanges: random.pick([...values, [{ text: 5 }], [{ range: {}, text: "" }]]),
              settings: { tamis: { catalog: random.pick(values), catalogs: random.pick(values) } },
              changes: random.pick(values),
              newName: random.pick(values),
              context: random.pick(values),
            },
          }),
        );
    }
  };
  const count = countOf("apps/language-server/test/fuzz: messages");
  for (let i = 0; i < count; i++) {
    server.toServer.write(message());
    if (i % 50 === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  // The server skips the bytes of a message that is too long, so the next message has to find it reading again.
  const hover = { textDocument: { uri }, position: { line: 0, character: 1 } };
  server.toServer.write("\r\n\r\n");
  await server.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "", version: 1, text: "eq(name,'x')" },
  });
  expect(await server.connection.sendRequest("textDocument/hover", hover)).toMatchObject({ range: {} });
  expect(server.errors).toEqual([]);
  await server.connection.sendRequest("shutdown");
  expect(await server.stop()).toBe(0);
});
