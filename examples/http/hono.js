import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { fetchHandler } from "tamis/http";
import { service } from "./places.ts";

const handle = fetchHandler(service);
export const app = new Hono();
app.get("/", (context) => context.text("An existing application."));
app.all("/api/*", (context) => handle(context.req.raw));

if (import.meta.main) serve({ fetch: app.fetch, port: 8080, hostname: "127.0.0.1" });
