import { expect, it } from "vitest";
import { ClientError, createClient } from "tamis/client";
import { collect, script } from "./serve.ts";

interface Recorded {
  /** What is unusual about the server. */
  readonly name: string;
  /** Target of each page after the first, and the page. `null` in the items stands for no row. */
  readonly pages: readonly (readonly [target: string, page: object])[];
  readonly ids: readonly number[];
}

const ids = (...values: readonly number[]) => values.map((id) => ({ id }));
const link = (rel: string, href: string) => ({ method: "GET", rel, href, uri: href });

/** Exchanges of servers that were seen in use, with the names and the numbers of rows shortened. */
const RECORDED: readonly Recorded[] = [
  {
    name: "a count of null while the page does not hold everything",
    pages: [
      [
        "/rows?limit=2",
        { start: 0, limit: 2, count: null, items: ids(1, 2), links: [link("next", "/rows?start=2&limit=2")] },
      ],
      ["/rows?start=2&limit=2", { start: 2, limit: 2, count: 3, items: ids(3), links: [] }],
    ],
    ids: [1, 2, 3],
  },
  {
    name: "a count of 0, and later an estimate that is too high",
    pages: [
      ["/rows?limit=2", { count: 0, items: ids(1, 2), links: [link("next", "/rows?limit=2&start=2")] }],
      ["/rows?limit=2&start=2", { count: 900, items: ids(3), links: [] }],
    ],
    ids: [1, 2, 3],
  },
  {
    name: "a link self twice, and no link last",
    pages: [
      [
        "/rows?limit=2",
        {
          items: ids(1, 2),
          links: [
            link("self", "/rows?limit=2"),
            link("self", "/rows?limit=2"),
            link("next", "/rows?limit=2&start=2"),
          ],
        },
      ],
      [
        "/rows?limit=2&start=2",
        { items: ids(3), links: [link("self", "/rows?limit=2"), link("self", "/rows?limit=2")] },
      ],
    ],
    ids: [1, 2, 3],
  },
  {
    name: "a wrong link last",
    pages: [
      [
        "/rows?limit=10",
        {
          count: 12,
          items: ids(1),
          links: [link("last", "/rows?start=1&limit=10"), link("next", "/rows?limit=10&start=10")],
        },
      ],
      [
        "/rows?limit=10&start=10",
        { count: 12, items: ids(2), links: [link("last", "/rows?start=51&limit=10")] },
      ],
    ],
    ids: [1, 2],
  },
  {
    name: "links relative to the page, and links with only a uri",
    pages: [
      ["/rows?limit=1", { items: ids(1), links: [link("next", "?limit=1&start=1")] }],
      ["/rows?limit=1&start=1", { items: ids(2), links: [link("next", "rows?limit=1&start=2")] }],
      ["/rows?limit=1&start=2", { items: ids(3), links: [{ rel: "next", uri: "/rows?limit=1&start=3" }] }],
      ["/rows?limit=1&start=3", { items: ids(4) }],
    ],
    ids: [1, 2, 3, 4],
  },
  {
    name: "filters in links that are encoded in several ways",
    pages: [
      ["/rows?limit=1", { items: ids(1), links: [link("next", "/rows?filter=eq(name,'a+b')&start=1")] }],
      [
        "/rows?filter=eq(name,%27a+b%27)&start=1",
        { items: ids(2), links: [link("next", "/rows?filter=eq(name,'a%20é')&start=2")] },
      ],
      ["/rows?filter=eq(name,%27a%20%C3%A9%27)&start=2", { items: ids(3), links: [] }],
    ],
    ids: [1, 2, 3],
  },
  {
    name: "an empty page in the middle, and one at the end",
    pages: [
      ["/rows?limit=2", { items: ids(1, 2), links: [link("next", "/rows?start=2")] }],
      ["/rows?start=2", { count: 0, items: [], links: [link("next", "/rows?start=4")] }],
      ["/rows?start=4", { items: ids(3), links: [link("next", "/rows?start=5")] }],
      ["/rows?start=5", { count: 0, items: [], links: [link("first", "/rows?start=0")] }],
    ],
    ids: [1, 2, 3],
  },
  {
    name: "malformed links beside the right one",
    pages: [
      [
        "/rows?limit=2",
        {
          items: ids(1),
          links: [null, 7, "next", { href: "/evil" }, { rel: 1 }, link("next", "/rows?start=1")],
        },
      ],
      ["/rows?start=1", { items: ids(2), links: null }],
    ],
    ids: [1, 2],
  },
];

it.each(RECORDED)("reads every row from a server with $name", async ({ pages, ids: expected }) => {
  const first = pages[0]![0];
  const { baseUrl, requests } = await script(({ target }) => {
    const found = pages.find(([each]) => each === target);
    return found === undefined ? { status: 404, body: {} } : { body: found[1] };
  });
  const client = createClient({ baseUrl, retries: { limit: 0 } });
  for (const prefetch of [true, false]) {
    requests.length = 0;
    const items = await collect(client.items<{ id: number }>(first, "", { prefetch }));
    expect(items.map(({ id }) => id)).toEqual(expected);
    expect(requests.map(({ target }) => target)).toEqual(pages.map(([target]) => target));
  }
});

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

it.each([
  ["to itself", (start: number) => `/rows?start=${start}&limit=1`],
  [
    "back to the first page",
    (start: number) => (start < 3 ? `/rows?limit=1&start=${start + 1}` : "/rows?limit=1"),
  ],
  [
    "to the same page with parameters in another order",
    (start: number) => `/rows?limit=1&start=${start % 2}`,
  ],
  // The server reads the first of two values.
  ["with a second start that it ignores", (start: number) => `/rows?start=${start}&start=5&limit=1`],
])("links next that lead %s end with an error, after the pages before it", async (_, next) => {
  const { baseUrl, requests } = await script(({ target }) => {
    const start = Number(new URL(target, "http://host").searchParams.get("start") ?? 0);
    return { body: { items: [{ id: start }], links: [link("next", next(start))] } };
  });
  const items: unknown[] = [];
  const error = await errorOf(
    (async () => {
      for await (const item of createClient({ baseUrl }).items("/rows?limit=1")) items.push(item);
    })(),
  );
  expect(error).toBeInstanceOf(ClientError);
  expect((error as ClientError).code).toBe("endless-pages");
  expect(items.length).toBe(requests.length);
  expect(requests.length).toBeLessThan(6);
});

it("links next to empty pages without an end stop with an error", async () => {
  const { baseUrl, requests } = await script(({ target }) => {
    const start = Number(new URL(target, "http://host").searchParams.get("start") ?? 0);
    const items = start < 20 ? [{ id: start }] : [];
    return { body: { count: 0, items, links: [link("next", `/rows?start=${start + 10}`)] } };
  });
  const error = await errorOf(collect(createClient({ baseUrl }).items("/rows")));
  expect((error as ClientError).code).toBe("endless-pages");
  expect(requests.length).toBeLessThan(120);
});

it.each([
  ["a link next without a target", { items: [], links: [{ rel: "next" }] }],
  ["no list of items", { count: 3, links: [] }],
  ["a page that is not JSON", "<html>"],
])("%s is an error, and never the end of the rows", async (_, body) => {
  const { baseUrl } = await script(() => ({ body }));
  const error = await errorOf(collect(createClient({ baseUrl }).items("/rows")));
  expect((error as ClientError).code).toBe("invalid-response");
});

it("a count is undefined if the server has none, and not a number that the client made up", async () => {
  const { baseUrl } = await script(() => ({ body: { count: null, items: [] } }));
  expect(await createClient({ baseUrl }).list("/rows")).toMatchObject({
    count: undefined,
    items: [],
    next: undefined,
  });
});
