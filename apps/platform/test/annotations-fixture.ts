import type { Client } from "./platform-fixture.ts";

export const ALL = "/annotations/annotations";
export const TYPE = "application/vnd.vendor.annotation+json";
export const MEMBER = "application/vnd.vendor.annotation.member+json";
export const SELECTION = "application/vnd.vendor.selection+json";

export const create = ({ send }: Client, body: object) => send(ALL, { type: TYPE, json: body });
