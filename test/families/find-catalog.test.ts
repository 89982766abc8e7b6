import { describe, expect, it } from "vitest";
import { findCatalog } from "../../src/families/find-catalog.ts";
import { annotations } from "../../src/families/annotations.ts";
import { authorization } from "../../src/families/authorization.ts";
import { reports } from "../../src/families/reports.ts";
import { families } from "./reference.ts";

describe("findCatalog", () => {
  it("finds the primary collection by the family's name", () => {
    expect(findCatalog("reports")).toEqual({
      found: true,
      name: "reports/reports",
      family: reports,
      catalog: reports.collections.reports.catalog,
    });
    expect(findCatalog("annotations")).toMatchObject({
      catalog: annotations.collections.annotations.catalog,
    });
    expect(findCatalog("data-quality")).toMatchObject({ name: "data-quality/qkbs" });
  });

  it("finds a collection by family and name", () => {
    expect(findCatalog("reports/states")).toMatchObject({ catalog: reports.collections.states.catalog });
  });

  it("finds a family by its prefix", () => {
    expect(findCatalog("dataQuality/environments")).toMatchObject({ name: "data-quality/environments" });
    expect(findCatalog("cas/actionResult")).toMatchObject({ name: "analytic-server/actionResult" });
  });

  it("finds a resource, and prefers a collection", () => {
    expect(findCatalog("authorization/rule")).toMatchObject({
      catalog: authorization.resources.rule.catalog,
    });
    expect(findCatalog("annotations/members")).toMatchObject({
      catalog: annotations.collections.members.catalog,
    });
  });

  it("lists the collections of a family without a primary collection", () => {
    expect(findCatalog("model-management")).toEqual({
      found: false,
      reason: "ambiguous",
      suggestions: [],
      choices: [
        "model-management/performanceJobs",
        "model-management/workflowTasks",
        "model-management/prompts",
        "model-management/workflowAssociations",
      ],
    });
    expect(findCatalog("authorization")).toMatchObject({
      reason: "ambiguous",
      choices: ["authorization/rule", "authorization/context", "authorization/validation"],
    });
  });

  it("suggests families and collections with a similar spelling", () => {
    expect(findCatalog("reprots")).toMatchObject({ reason: "no-family", suggestions: ["reports"] });
    expect(findCatalog("dataQuallity")).toMatchObject({ reason: "no-family", suggestions: ["data-quality"] });
    expect(findCatalog("reports/sates")).toMatchObject({
      reason: "no-collection",
      suggestions: ["reports/states"],
    });
  });

  it("reports that a collection exists whose fields are not published", () => {
    expect(findCatalog("model-management/performanceTasks")).toMatchObject({ reason: "not-published" });
    expect(findCatalog("data-quality/locales")).toMatchObject({ reason: "not-published" });
    expect(findCatalog("authorization/ruleJobState")).toMatchObject({ reason: "not-published" });
  });

  it("finds nothing for names of inherited properties and unusual names", () => {
    for (const place of ["constructor", "__proto__", "toString", "", "states/more", "/states"]) {
      expect(findCatalog(`reports/${place}`)).toMatchObject({ found: false, reason: "no-collection" });
    }
    for (const name of ["", "/", "constructor", "/reports", "x".repeat(100_000)]) {
      expect(findCatalog(name)).toMatchObject({ found: false, reason: "no-family", suggestions: [] });
    }
  });

  it("finds every choice that it lists", () => {
    for (const { name } of families) {
      const missing = findCatalog(`${name}/?`);
      if (missing.found) throw new Error("found a catalog for a name that does not exist");
      expect(missing.choices).not.toEqual([]);
      for (const choice of missing.choices)
        expect(findCatalog(choice)).toMatchObject({ found: true, name: choice });
    }
  });
});
