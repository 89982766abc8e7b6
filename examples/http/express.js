import express from "express";
import { nodeHandler } from "tamis/http";
import { service } from "./places.ts";

export const app = express();
app.get("/", (_, response) => void response.send("An existing application."));
// Before parsers of bodies: tamis reads the body itself. `app.use("/api", …)` would cut the path.
app.all(["/api", "/api/*path"], nodeHandler(service));

if (import.meta.main) app.listen(8080, "127.0.0.1");
