import { serve } from "@hono/node-server";
import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { queryValidator } from "tamis/url";
import { catalog, collection } from "./places.ts";

export const app = new Hono();
app.get("/places", sValidator("query", queryValidator({ catalog })), async (context) => {
  const { items, count } = await collection.page(context.req.valid("query"));
  return context.json({ count, names: items.map(({ name }) => name) });
});

if (import.meta.main) serve({ fetch: app.fetch, port: 8080, hostname: "127.0.0.1" });
