import { expect, it } from "vitest";
import { readAudit } from "../../scripts/audit.ts";

const report = (vulnerabilities: object, total: number) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { low: total, total } } });

it("an audit without vulnerabilities is clean", () => {
  expect(readAudit(report({}, 0)).kind).toBe("clean");
});

it("an audit with a vulnerability fails and names the packages", () => {
  expect(readAudit(report({ leftpad: {}, other: {} }, 2))).toEqual({
    kind: "vulnerable",
    text: "npm audit found vulnerabilities: leftpad, other",
  });
});

it("an audit without an answer of the registry is unknown", () => {
  for (const json of ["", "{", JSON.stringify({ message: "request failed", statusCode: 405 })])
    expect(readAudit(json).kind).toBe("unknown");
});
