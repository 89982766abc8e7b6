import Fastify from "fastify";
import { nodeHandler } from "tamis/http";
import { service } from "./places.ts";

const handle = nodeHandler(service);
export const app = Fastify();
app.get("/", () => "An existing application.");
// Hooks of this kind run before Fastify reads the body: tamis reads it itself.
app.addHook("onRequest", async (request, reply) => {
  if (/^\/api(?:[/?]|$)/.test(request.url)) await handle(request.raw, reply.hijack().raw);
});

if (import.meta.main) await app.listen({ port: 8080, host: "127.0.0.1" });
