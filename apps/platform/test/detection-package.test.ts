import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPackage } from "../src/detection/package/read-package.ts";
import { startDetection, VALID, withFolder, eventually } from "./detection-fixture.ts";
import { codeOf } from "./platform-fixture.ts";

const SAMPLE = readFileSync(new URL("../decisions/card-payments.json", import.meta.url), "utf8");

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests break any part of a package
type Document = any;

/** Returns the problems of the sample after a change. */
function problemsOf(change: (document: Document) => void) {
  const document = JSON.parse(SAMPLE);
  change(document);
  const result = readPackage(JSON.stringify(document));
  return result.ok ? [] : result.problems;
}

describe("a decision package", () => {
  it("has rules that are checked against its variables, with the position of each problem", () => {
    const [problem, ...others] = problemsOf(({ rules }) => {
      rules[1].condition = "gt(payment.amuont,1000)";
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ pointer: "/rules/1/condition", range: { from: 3, to: 17 } });
    expect(problem!.message).toContain("amount");
    const wrong = (condition: string) =>
      problemsOf(({ rules }) => (rules[0].condition = condition)).map(({ range }) => range);
    expect(wrong("gt(payment.amount,'much')")).toHaveLength(1);
    expect(wrong("gt(payment.amount")).toHaveLength(1);
    expect(wrong("")).toHaveLength(1);
    expect(wrong("ge(profiles.accountHour.count,5)")).toEqual([]);
    expect(wrong("eq(command.messageClassificationName,'settlement')")).toEqual([]);
    expect(wrong("match(payment.merchant,'(')")).toHaveLength(1);
  });

  const first = (document: Document) => document.variableSets[0].variables[0];
  const cases: readonly (readonly [what: string, change: (document: Document) => void, pointer: string])[] = [
    ["a missing id", (d) => delete d.id, "/id"],
    ["an unknown member", (d) => (d.sLa = 1), "/sLa"],
    ["a build that is no integer", (d) => (d.build = "1"), "/build"],
    ["a schema that no media type can have", (d) => (d.schema = "a/b"), "/schema"],
    ["a time of zero", (d) => (d.sla = 0), "/sla"],
    ["no variable sets", (d) => (d.variableSets = []), "/variableSets"],
    ["a reserved set", (d) => (d.variableSets[2].name = "command"), "/variableSets/2/name"],
    ["two sets of one name", (d) => (d.variableSets[2].name = "account"), "/variableSets/2/name"],
    ["an unknown type", (d) => (first(d).type = "float"), "/variableSets/0/variables/0/type"],
    ["values of a number", (d) => (first(d).values = ["1"]), "/variableSets/0/variables/0/values"],
    ["a name with a point", (d) => (first(d).name = "a.b"), "/variableSets/0/variables/0/name"],
    ["a profile by an unknown variable", (d) => (d.profiles[0].key = "account.no"), "/profiles/0/key"],
    ["a profile of a text", (d) => (d.profiles[0].sum = "payment.currency"), "/profiles/0/sum"],
    ["a rule without an effect", (d) => delete d.rules[3].outcome, "/rules/3"],
    ["an unknown alert type", (d) => (d.rules[0].alertType = "alarm"), "/rules/0/alertType"],
    ["an unknown outcome", (d) => (d.rules[0].outcome = "reject"), "/rules/0/outcome"],
    ["an unknown class", (d) => (d.rules[0].classifications = ["refund"]), "/rules/0/classifications/0"],
    ["a required class without classes", (d) => (d.messageClassifications = []), "/messageClassifications"],
    ["501 rules", (d) => (d.rules = Array(501).fill(d.rules[0])), "/rules"],
    ["rules that are no list", (d) => (d.rules = {}), "/rules"],
    ["a rule that is no object", (d) => (d.rules[0] = null), "/rules/0"],
  ];
  it.each(cases)("is refused for %s", (_, change, pointer) => {
    expect(problemsOf(change).map((problem) => problem.pointer)).toContain(pointer);
  });

  it("is refused if it is no object, without an error", () => {
    for (const text of ["", "{", "[]", "null", '"x"']) expect(readPackage(text).ok).toBe(false);
    expect(readPackage('{"__proto__": {}}').ok).toBe(false);
  });

  it("can have 500 rules", () => {
    expect(
      problemsOf((d) => {
        d.rules = Array.from({ length: 500 }, (_, i) => ({ ...d.rules[0], id: `R${i}` }));
      }),
    ).toEqual([]);
  });
});

describe("hot deployment", () => {
  it("takes a changed package, refuses a wrong one with reasons, and keeps the one before", async () => {
    await withFolder(async (path) => {
      const file = path("package.json");
      writeFileSync(file, SAMPLE);
      const { execute, send, admin, platform } = await startDetection({ detection: { packageFile: file } });
      const restart = () => send("/detection/restart", { method: "PATCH", token: admin });
      const outcome = async () => (await execute(VALID)).json.outcome as string;
      expect(await outcome()).toBe("approve");

      writeFileSync(file, SAMPLE.replace("gt(payment.amount,account.limit)", "gt(payment.amount,1)"));
      expect(await outcome()).toBe("approve");
      const restarted = await restart();
      expect([restarted.status, restarted.json.deployment.id]).toEqual([200, "card-payments-1"]);
      expect(await outcome()).toBe("decline");

      writeFileSync(file, SAMPLE.replace("gt(payment.amount,account.limit)", "gt(payment.amuont,1)"));
      const refused = await restart();
      expect(refused.status).toBe(400);
      expect(refused.json.errors).toMatchObject([
        { pointer: "/rules/0/condition", message: expect.stringContaining("characters 3 to 17") },
      ]);
      expect(await outcome()).toBe("decline");
      expect((await platform.send("/detection/ready")).status).toBe(200);
      expect((await platform.send("/detection/health")).json.message.Message).toContain("refused");
      expect((await send("/detection/settings")).json.lastRefusal.problems).toHaveLength(1);
      expect((await send("/detection/metrics")).text).toContain('deployments_total{status="refused"} 1');

      expect((await send("/detection/restart", { method: "PATCH" })).status).toBe(403);
      await platform.close();
    });
  });

  it("sees a file that changes, also one that was missing", async () => {
    await withFolder(async (path) => {
      const file = path("package.json");
      const detection = { packageFile: file, watchInterval: 10 };
      const { execute, platform } = await startDetection({ detection });
      expect(codeOf(await execute(VALID))).toEqual([400, "NDEP"]);
      writeFileSync(file, SAMPLE);
      await eventually(async () => (await execute(VALID)).status).toBe(200);
      writeFileSync(file, SAMPLE.replace('"build": 1', '"build": 20'));
      await eventually(async () => codeOf(await execute(VALID))).toEqual([400, "BBLD"]);
      await platform.close();
    });
  });

  it("does not disturb messages that are being decided", async () => {
    await withFolder(async (path) => {
      const file = path("package.json");
      writeFileSync(file, SAMPLE);
      const { execute, send, admin, platform } = await startDetection({ detection: { packageFile: file } });
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          if (i % 10 === 5) await send("/detection/restart", { method: "PATCH", token: admin });
          return codeOf(await execute(VALID));
        }),
      );
      // A message during a restart is refused, and can be sent again.
      const kinds = new Set(answers.map(([status, code]) => `${String(status)} ${String(code)}`));
      expect([...kinds].filter((kind) => !["200 undefined", "400 NSCR"].includes(kind))).toEqual([]);
      await platform.close();
    });
  });
});
