import { defineCatalog, type Catalog } from "tamis";
import { detection } from "tamis/families";
import { defineResource, failRequest } from "tamis/http";
import { createCollection } from "tamis/store";
import { endpoint, type FamilyNested, type FamilyOperation } from "../../access/guard.ts";
import { restrictTo } from "../../access/permissions.ts";
import { requireCaller } from "../../access/require-caller.ts";
import type { DecisionPackage } from "../package/decision-package.ts";
import type { Deployment, Deployments } from "../runtime/deployments.ts";
import { CODES } from "../message/codes.ts";
import { SUMMARY } from "./descriptions.ts";
import { acceptedJson, link } from "./responses.ts";
import { VERSION } from "../../storage/stamps.ts";

const ROOT = `${detection.prefix}/decision/description`;

/** The order in the package. */
const POSITION = { position: { type: "integer", nullable: false } } as const;
const NAMED = { name: { type: "string", nullable: false }, description: "string" } as const;

/** The parts of a package that are collections, by the last segment of their path. */
const PARTS: Readonly<Record<string, { readonly catalog: Catalog; readonly part: keyof DecisionPackage }>> = {
  rules: {
    part: "rules",
    catalog: defineCatalog({
      name: "rules",
      key: "id",
      defaultSort: ["position"],
      members: {
        id: { type: "string", nullable: false },
        ...NAMED,
        condition: "string",
        classifications: { type: "list", items: "string" },
        alertType: "string",
        outcome: "string",
        ...POSITION,
      },
    }),
  },
  variableSets: {
    part: "variableSets",
    catalog: defineCatalog({
      name: "variableSets",
      key: "name",
      defaultSort: ["position"],
      members: {
        ...NAMED,
        required: "boolean",
        variables: {
          type: "list",
          items: {
            type: "object",
            members: {
              name: "string",
              type: "string",
              description: "string",
              required: "boolean",
              list: "boolean",
              values: { type: "list", items: "string" },
            },
          },
        },
        ...POSITION,
      },
    }),
  },
  profiles: {
    part: "profiles",
    catalog: defineCatalog({
      name: "profiles",
      key: "name",
      defaultSort: ["position"],
      members: { ...NAMED, key: "string", sum: "string", window: "integer", ...POSITION },
    }),
  },
  alertTypes: { part: "alertTypes", catalog: namedCatalog("alertTypes") },
  messageClassifications: {
    part: "messageClassifications",
    catalog: namedCatalog("messageClassifications"),
  },
  models: { part: "models", catalog: namedCatalog("models") },
};

function namedCatalog(name: string): Catalog {
  return defineCatalog({ name, key: "name", defaultSort: ["position"], members: { ...NAMED, ...POSITION } });
}

/** The collections that describe the deployed package. They can be filtered, sorted and paged as any other. */
export function descriptionCollections(deployments: Deployments): readonly FamilyNested[] {
  return Object.entries(PARTS).map(([segment, { catalog, part }]) => ({
    path: `${ROOT}/${segment}`,
    resolve: async ({ path, identity }) => {
      requireCaller({ identity });
      const { definition } = requireDeployment(deployments).compiled;
      const rows = (definition[part] as readonly object[]).map((row, position) => ({ ...row, position }));
      return Promise.resolve(partResource(path, catalog, rows));
    },
    describe: () => partResource(ROOT, catalog, []),
  }));
}

function partResource(path: string, catalog: Catalog, rows: readonly object[]) {
  return defineResource({
    path,
    collection: createCollection<object>([...rows], { catalog }).asCollection(),
    access: restrictTo(undefined),
  });
}

export function descriptionSummary(deployments: Deployments): FamilyOperation {
  return endpoint("GET", `${ROOT}/summary`, SUMMARY, ({ request }) => {
    requireCaller(request);
    const { compiled, since } = requireDeployment(deployments);
    const { definition } = compiled;
    const { id, name, description, build, schema, sla, ruleTime, classificationRequired, outcomes } =
      definition;
    const counts = Object.entries(PARTS).map(
      ([segment, { part }]) => [segment, (definition[part] as readonly unknown[]).length] as const,
    );
    return acceptedJson(request, {
      id,
      name,
      description,
      build,
      schema,
      sla,
      ruleTime,
      classificationRequired,
      outcomes,
      deployedTimeStamp: new Date(since).toISOString(),
      counts: Object.fromEntries(counts),
      version: VERSION,
      links: Object.keys(PARTS).map((segment) => link("GET", segment, `${ROOT}/${segment}`)),
    });
  });
}

/** @throws a failed request (404) without a deployment */
export function requireDeployment({ current }: Deployments): Deployment {
  return current ?? failRequest(404, CODES.NDEP, { code: "NDEP" });
}
