import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { nodeHandler, type HttpResponse, type NodeRequest, type NodeResponse } from "tamis/http";

function requestOf(url: string): NodeRequest {
  return {
    url,
    headers: {},
    headersDistinct: {},
    rawHeaders: [],
    [Symbol.asyncIterator]: () => {
      throw new Error("there is no body");
    },
  };
}

/** A response that reports when it is written. */
function responseFor(written: () => void): NodeResponse {
  return Object.assign(new EventEmitter(), {
    destroyed: false,
    headersSent: false,
    writableFinished: false,
    writeHead: () => undefined,
    write: () => true,
    end: written,
    destroy: () => undefined,
  });
}

it("answers the requests of one turn of the event loop before it writes their responses", async () => {
  const events: string[] = [];
  const respond = nodeHandler(({ path }): Promise<HttpResponse> => {
    events.push(`answered ${path}`);
    return Promise.resolve({ status: 200, headers: {}, body: "ok" });
  });
  const send = (path: string) =>
    respond(
      requestOf(path),
      responseFor(() => events.push(`written ${path}`)),
    );
  await Promise.all([send("/1"), send("/2")]);
  expect(events).toEqual(["answered /1", "answered /2", "written /1", "written /2"]);
  await send("/3");
  expect(events.slice(4)).toEqual(["answered /3", "written /3"]);
});

it("closes the body of a response whose client is gone before it is sent", async () => {
  const events: string[] = [];
  const iterator = {
    next: () => Promise.reject(new Error("nobody reads the body")),
    return: () => {
      events.push("closed");
      return Promise.resolve({ done: true as const, value: undefined });
    },
  };
  const body = { [Symbol.asyncIterator]: () => iterator };
  const respond = nodeHandler(() => Promise.resolve({ status: 200, headers: {}, body }));
  await respond(requestOf("/"), {
    ...responseFor(() => events.push("written")),
    once: () => undefined,
    destroyed: true,
  });
  expect(events).toEqual(["closed"]);
});
