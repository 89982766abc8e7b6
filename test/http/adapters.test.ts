import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import {
  createService,
  defineResource,
  failRequest,
  fetchHandler,
  listen,
  memoryStore,
  nodeHandler,
  type AccessRequest,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "./request.ts";

const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "integer", text: "string" } });

function start(bodyTimeout?: number) {
  const errors: unknown[] = [];
  const identities: unknown[] = [];
  const store = memoryStore(createCollection<Record<string, unknown>>([], { catalog }));
  const access = ({ identity }: AccessRequest) => {
    identities.push(identity);
    return { kind: "allowed" } as const;
  };
  const service = createService({
    resources: [defineResource({ path: "/notes", store, access })],
    onError: (error) => void errors.push(error),
    ...(bodyTimeout === undefined ? {} : { limits: { bodyTimeout } }),
  });
  return { service, errors, identities };
}

const broken = new Error("The tokens cannot be read.");
const unauthorized = () =>
  failRequest(401, "The token is not valid.", { headers: { "www-authenticate": "Bearer" } });
const rejected = (error: () => never) => async () => {
  await Promise.resolve();
  return error();
};
const fail = (): never => {
  throw broken;
};

it.each([
  ["throws an error", fail, 500],
  ["returns a rejected promise", rejected(fail), 500],
  ["calls failRequest", unauthorized, 401],
  ["calls failRequest later", rejected(unauthorized), 401],
])("if identify %s, the response reports it", async (_, identify, status) => {
  const { service, errors } = start();
  const server = createServer(
    (request, response) => void nodeHandler(service, { identify })(request, response),
  );
  const { url } = await listen(server, { host: "127.0.0.1", port: 0 });
  const node = await fetch(`${url}/notes`);
  const other = await fetchHandler(service, { identify })(new Request("http://localhost/notes"));
  server.close();
  expect([node.status, other.status]).toEqual([status, status]);
  expect(JSON.stringify(await node.json())).not.toContain(broken.message);
  expect(errors).toEqual(status === 500 ? [broken, broken] : []);
});

it("an identity can be a promise", async () => {
  const { service, identities } = start();
  const identify = async () => Promise.resolve("ann");
  await fetchHandler(service, { identify })(new Request("http://localhost/notes"));
  expect(new Set(identities)).toEqual(new Set(["ann"]));
});

it("a body that arrives too slowly is refused, and its connection closed", async () => {
  const { service } = start(50);
  const server = createServer((request, response) => void nodeHandler(service)(request, response));
  const { port } = await listen(server, { host: "127.0.0.1", port: 0 });
  const text = await new Promise<string>((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (bytes) => (received += String(bytes))).on("close", () => resolve(received));
    const fields = ["Host: localhost", "Content-Type: application/json", "Content-Length: 20"];
    socket.write(`POST /notes HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n{"text"`);
  });
  server.close();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
  expect(text).toContain("did not arrive within 0.05 seconds");
});

it("a client that is still sending a body that is too long can send its rest, and reads the response", async () => {
  const { service } = start();
  const server = createServer((request, response) => void nodeHandler(service)(request, response));
  const { port } = await listen(server, { host: "127.0.0.1", port: 0 });
  const errors: Error[] = [];
  const text = await new Promise<string>((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1");
    socket
      .on("error", (error) => errors.push(error))
      .on("data", (bytes) => (received += String(bytes)))
      .on("close", () => resolve(received));
    const fields = ["Host: localhost", "Content-Type: application/json", "Content-Length: 32000000"];
    socket.write(`POST /notes HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n${"x".repeat(32_000_000)}`);
  });
  server.close();
  expect(errors).toEqual([]);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toContain("longer than 1048576 bytes");
});

it("a body that ends in time is read, and one that is too long is not read to its end", async () => {
  const { service } = start(60_000);
  const chunks = ['{"text"', ':"a"}'].map((each) => new TextEncoder().encode(each));
  const headers = { "content-type": "application/json" };
  async function* body() {
    for (const each of chunks) yield await Promise.resolve(each);
  }
  expect((await send(service, "/notes", { method: "POST", headers, body: body() })).status).toBe(201);
  let isReturned = false;
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(new Uint8Array(65_536));
    } finally {
      isReturned = true;
    }
  }
  expect((await send(service, "/notes", { method: "POST", headers, body: endless() })).status).toBe(413);
  await Promise.resolve();
  expect(isReturned).toBe(true);
});
