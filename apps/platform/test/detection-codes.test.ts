import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detection } from "tamis/families";
import { CODES } from "../src/detection/message/codes.ts";
import { VALIDATE, startDetection, VALID, withFolder } from "./detection-fixture.ts";
import type { DetectionSettings } from "../src/detection/detection.ts";
import { codeOf } from "./platform-fixture.ts";

/** Errors of the server are expected in these tests, and kept out of the output. */
async function start(settings: DetectionSettings = {}) {
  const errors: unknown[] = [];
  const client = await startDetection({ detection: settings, onError: (error) => errors.push(error) });
  return { ...client, errors };
}

const without = (part: RegExp | string) => VALID.replace(part, "");

/** Messages with one problem, by the code of the error. */
const WRONG: readonly (readonly [code: string, message: string, pointer: string])[] = [
  ["ECMD", without(/command: .*\n/), "/command"],
  ["ECMD", VALID.replace("build: 1", 'build: "1"'), "/command/build"],
  ["ECMD", VALID.replace("build: 1", "priority: 1"), "/command/priority"],
  ["ECMD", VALID.replace('"m1"', `"${"m".repeat(129)}"`), "/command/messageId"],
  ["BBLD", VALID.replace("build: 1", "build: 2"), "/command/build"],
  ["NORG", without(', messageClassificationName: "authorization"'), "/command/messageClassificationName"],
  ["NORG", VALID.replace('"authorization"', '""'), "/command/messageClassificationName"],
  ["BORG", VALID.replace('"authorization"', '"refund"'), "/command/messageClassificationName"],
  ["MVST", without(/account: .*\n/), "/account"],
  ["UVST", VALID.replace("account:", "person: {}, account:"), "/person"],
  ["MFLD", without('currency: "EUR", '), "/payment/currency"],
  ["MFLD", VALID.replace('"EUR"', "null.string"), "/payment/currency"],
  ["BFLD", VALID.replace("12.50", '"12.50"'), "/payment/amount"],
  ["BFLD", VALID.replace("12.50", "+inf"), "/payment/amount"],
  ["BFLD", VALID.replace("terminal", "carrier_pigeon"), "/payment/channel"],
  ["BFLD", VALID.replace("2020-02-29", '"2021-02-29"'), "/account/opened"],
  ["BFLD", VALID.replace("2026-03-01T11:59:00Z", "2026-03-01"), "/payment/time"],
  ["BFLD", VALID.replace("opened:", "owner:"), "/account/owner"],
  ["BFLD", VALID.replace('["returning"]', '"returning"'), "/payment/tags"],
  ["BFLD", VALID.replace('["returning"]', '["returning", 1]'), "/payment/tags"],
  ["BFLD", VALID.replace(/account: \{.*\}/, "account: []"), "/account"],
];

describe("a message that the package does not accept", () => {
  it.each(WRONG)("is refused with %s: %#", async (code, message, pointer) => {
    const { execute, validate, errors } = await start();
    expect(message).not.toBe(VALID);
    const refused = await execute(message);
    expect(codeOf(refused)).toEqual([400, code]);
    expect(refused.json.errors).toMatchObject([{ errorCode: code, pointer }]);
    const invalid = await validate(message);
    expect(invalid.status).toBe(400);
    expect(invalid.json.failureReasons).toEqual([code]);
    const [, set, variable] = pointer.split("/");
    expect(invalid.json.ServerData.variableSets).toContainEqual(
      expect.objectContaining({
        name: set,
        valid: false,
        rows: [expect.objectContaining({ code, variable: variable ?? null })],
      }),
    );
    expect(errors).toEqual([]);
  });

  it("has all problems in the error, and the first kind of problem as its code", async () => {
    const { execute, validate } = await start();
    const message = VALID.replace("build: 1", "build: 2").replace("12.50", "true").replace('"EUR"', "1");
    const { json } = await execute(message);
    expect(json.errorCode).toBe("BBLD");
    expect(json.errors).toMatchObject(["BBLD", "BFLD", "BFLD"].map((errorCode) => ({ errorCode })));
    expect((await validate(message)).json.failureReasons).toEqual(["BBLD", "BFLD"]);
  });

  it("is not stored, and not counted for the rules", async () => {
    const { execute, send } = await start();
    await execute(VALID.replace("build: 1", "build: 2"));
    expect((await send("/detection/decision/rulemetrics")).json.total.metrics).toBeNull();
  });
});

it("a valid message passes the validation, which changes nothing", async () => {
  const { validate, send } = await start();
  const { status, json } = await validate(VALID);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    validationMessage: "The message is valid.",
    failureReasons: [],
    ServerData: {
      message: { payment: { amount: 12.5, channel: "terminal" }, account: { opened: "2020-02-29" } },
      variableSets: [
        { name: "command", valid: true, rows: [] },
        { name: "payment", valid: true, rows: [] },
        { name: "account", valid: true, rows: [] },
      ],
    },
  });
  expect((await send("/detection/decision/rulemetrics")).json.total.metrics).toBeNull();
});

describe("IION", () => {
  it.each([
    ["no bytes", ""],
    ["text that is no Ion", "{ command:"],
    ["several values", "{} {}"],
    ["another value", "[1]"],
    ["a null struct", "null.struct"],
    ["a field that occurs twice", "{ command: {}, command: {} }"],
    ["bytes that are no text", Uint8Array.of(0xff, 0xfe, 0)],
    ["binary Ion that ends too early", Uint8Array.of(0xe0, 1, 0, 0xea, 0xde, 0x90, 0x84)],
  ])("is the code for %s", async (_, body) => {
    const { execute, validate } = await start();
    expect(codeOf(await execute(body))).toEqual([400, "IION"]);
    expect((await validate(body)).json.failureReasons).toEqual(["IION"]);
  });
});

describe("NDEP", () => {
  it("is the code without a package, and for a message with another schema", async () => {
    await withFolder(async (path) => {
      const { execute, validate, send, platform } = await start({ packageFile: path("missing.json") });
      expect(codeOf(await execute(VALID))).toEqual([400, "NDEP"]);
      expect((await validate(VALID)).json.failureReasons).toEqual(["NDEP"]);
      expect(codeOf(await send("/detection/decision/rulemetrics"))).toEqual([404, "NDEP"]);
      expect(codeOf(await send("/detection/decision/description/rules"))).toEqual([404, "NDEP"]);
      expect((await platform.send("/detection/ready")).status).toBe(500);
      expect((await platform.send("/detection/health")).json.message.Message).toContain(
        "No decision package",
      );
    });
    const { execute } = await start();
    const type = "application/vnd.vendor.detection.message.transfers+ion";
    expect(codeOf(await execute(VALID, { type }))).toEqual([400, "NDEP"]);
  });
});

const fail = (): never => {
  throw new Error("injected: secret details");
};

describe("a failure of the system", () => {
  const cases: readonly (readonly [string, DetectionSettings["systems"]])[] = [
    ["NSCR", (own) => ({ ...own, runtime: { ...own.runtime, isReady: () => false } })],
    ["IERR", (own) => ({ ...own, runtime: { ...own.runtime, evaluate: fail } })],
    ["NRED", (own) => ({ ...own, profiles: { read: fail, add: fail } })],
    ["NKAF", (own) => ({ ...own, broker: { append: () => Promise.reject(new Error("disk")) } })],
    // A runtime that returns nonsense breaks the service itself.
    ["IODE", (own) => ({ ...own, runtime: { ...own.runtime, evaluate: () => [{} as never] } })],
  ];

  it.each(cases)("is answered with %s, without its details, and reported", async (code, systems) => {
    const client = await start({ systems });
    const { status, json, headers, text } = await client.execute(VALID);
    expect([status, json.errorCode, headers["retry-after"]]).toEqual([400, code, "1"]);
    expect(text).not.toMatch(/injected|secret|disk|\.ts/);
    expect(client.errors).toHaveLength(code === "NSCR" ? 0 : 1);
    expect((await client.send("/detection/metrics")).text).toContain(`status="${code}"} 1`);
    if (code === "NSCR") expect((await client.send("/detection/ready")).status).toBe(500);
  });

  it("after a message was stored does not become its answer", async () => {
    const client = await start({
      systems: (own) => ({
        ...own,
        profiles: { read: (...args) => own.profiles.read(...args), add: fail },
      }),
    });
    expect((await client.execute(VALID)).status).toBe(200);
    expect(client.errors).toHaveLength(1);
  });
});

it("SLAE is the code of a decision that takes longer than the package allows, to the millisecond", async () => {
  // The clock moves by a step with each look at it.
  const decide = async (sla: number, milliseconds: number) =>
    withFolder(async (path) => {
      const file = path("package.json");
      writeFileSync(file, JSON.stringify(minimal(sla)));
      let time = 0;
      const { execute } = await start({
        packageFile: file,
        monotonic: () => time,
        systems: (own) => ({
          ...own,
          runtime: {
            ...own.runtime,
            evaluate: (...args) => {
              time += milliseconds;
              return own.runtime.evaluate(...args);
            },
          },
        }),
      });
      return execute("{command:{},s:{}}", { type: "application/ion" });
    });
  expect((await decide(20, 20)).status).toBe(200);
  expect(codeOf(await decide(20, 21))).toEqual([400, "SLAE"]);
});

function minimal(sla: number): object {
  return {
    id: "p",
    name: "P",
    build: 1,
    schema: "s",
    sla,
    variableSets: [{ name: "s", variables: [{ name: "a", type: "integer" }] }],
    outcomes: ["no", "yes"],
    rules: [{ id: "R", name: "R", condition: "isNull(s.a)", outcome: "yes" }],
  };
}

it("a message of 64 KiB is read, and a longer one is 413", async () => {
  const { execute } = await start();
  const padded = (length: number) => VALID + " ".repeat(length - new TextEncoder().encode(VALID).length);
  expect((await execute(padded(65_536))).status).toBe(200);
  expect((await execute(padded(65_537))).status).toBe(413);
});

it("the codes are those of the family", () => {
  expect(Object.keys(CODES).sort()).toEqual(detection.errors.map(({ code }) => code).sort());
  expect(VALIDATE).toBe(detection.endpoints.find(({ path }) => path.endsWith("validate"))!.path);
});
