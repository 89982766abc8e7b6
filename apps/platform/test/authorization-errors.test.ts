import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { connectAll, createRule } from "./authorization-client.ts";
import type { Client } from "./platform-fixture.ts";
import { codeOf } from "./platform-fixture.ts";

const page = readFileSync(new URL("../docs/authorization-errors.md", import.meta.url), "utf8");

interface Case {
  readonly status: number;
  readonly code: number;
  readonly caller: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The cells of each row of the table, without the quotes of code. */
const CASES: readonly Case[] = page
  .split("\n")
  .filter((line) => /^\| \d{3} \|/.test(line))
  .map((line) => {
    const [status, code, caller, request, fields, body] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [method, target] = request!.slice(1, -1).split(" ");
    const headers = [...fields!.matchAll(/`([\w-]+):\s*([^`]*)`/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      value!,
    ]);
    return {
      status: Number(status),
      code: Number(code),
      caller: caller!,
      method: method!,
      target: target!,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: body === "" ? undefined : body!.slice(1, -1),
    };
  });

it("the page lists each shared code of the family", () => {
  const codes = new Set(CASES.map(({ code }) => code));
  for (const code of [10712, 10713, 10720, 10722, 10748]) expect(codes).toContain(code);
  expect(CASES.length).toBeGreaterThan(20);
});

it.each(CASES)("$method $target has the status $status and the code $code", async (given) => {
  const { admin, writer, reader, platform } = await connectAll();
  const { json } = await createRule(admin, {
    principalType: "everyone",
    principal: null,
    objectUri: "/taken",
  });
  const callers: Readonly<Record<string, Client["send"]>> = {
    ADMIN: admin.send,
    WRITER: writer.send,
    READER: reader.send,
    nobody: platform.send,
  };
  const { "content-type": type, ...headers } = given.headers;
  const answer = await callers[given.caller]!(given.target.replace("{rule}", json.id as string), {
    method: given.method,
    headers: { ...headers, ...(type === "" ? { "content-type": [] } : {}) },
    ...(given.body === undefined ? {} : { body: given.body }),
    ...(type === undefined || type === "" ? {} : { type }),
  });
  expect(codeOf(answer)).toEqual([given.status, given.code]);
  expect(answer.headers["content-type"]).toBe("application/vnd.vendor.error+json");
});
