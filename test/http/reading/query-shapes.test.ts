import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { serve } from "../serve.ts";
import { words } from "../../words.ts";

const catalog = defineCatalog({
  name: "places",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "integer",
    secret: { type: "integer", nullable: true },
    day: "date",
  },
  defaultSort: ["name"],
  maximumLimit: 20,
});
const rows = Array.from({ length: 2_000 }, (_, id) => ({
  id,
  name: `Ort ${(id * 7919) % 97}`,
  size: (id * 104_729) % 10_007,
  secret: id % 13,
  day: `2026-0${(id % 9) + 1}-1${id % 10}`,
}));

function openService() {
  const collection = createCollection(rows, { catalog }).asCollection({ cursorKey: new Uint8Array(32) });
  const access = ({ identity }: { readonly identity?: unknown }) => ({
    kind: "allowed" as const,
    closed: identity === "guest" ? ["secret"] : [],
  });
  return serve({ path: "/places", collection, access, paging: "both" }, { newTraceId: () => "trace" });
}

/** Query strings that occur with many numbers, in place of `#`. */
const TEMPLATES = [
  "filter=and(contains($primary,name,'ORT 1'),gt(size,#))&sortBy=name:primary,id&limit=5",
  "filter=or(eq(size,#),in(id,#,1#))&limit=5&start=0",
  "filter=not(gt(size%2C#))&select=name&count=false",
  "filter=and(eq(name,'Ort 5'),lt(id,#))&limit=2&cursor=",
  ...words(`
    filter=gt(secret,#) filter=gt(size,-#)&sortBy=size:descending filter=gt(size,#.5) filter=gt(size,0.#)
    filter=and(ge(day,2026-02-#),gt(size,#)) filter=gt(sise,#) filter=gt(name,#) filter=gt(size,#
  `),
];

it("texts that differ in numbers get the responses that each would get alone", async () => {
  const service = openService();
  for (const template of TEMPLATES)
    for (const [i, number] of [4711, 4712, 4713, 27, 28, 29, 30, 1234, 1000, 4711, 5, 0, 9999].entries()) {
      const target = `/places?${template.replaceAll("#", String(number))}`;
      const identity = i % 3 === 0 ? "guest" : "member";
      const [shared, alone] = [
        await send(service, target, { identity }),
        await send(openService(), target, { identity }),
      ];
      expect([target, shared.status]).toEqual([target, alone.status]);
      expect([target, withoutCursors(shared.json)]).toEqual([target, withoutCursors(alone.json)]);
    }
});

/** Cursors are encrypted with another nonce each time. */
function withoutCursors(body: object): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/cursor=[^&"]+/g, "cursor=…"));
}
