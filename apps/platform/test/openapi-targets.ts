import { setTimeout as wait } from "node:timers/promises";
import type { Answer, Parts } from "./platform-fixture.ts";

type Send = (target: string, parts?: Parts) => Promise<Answer>;

interface Item {
  readonly id?: string;
  readonly name?: string;
}

/** Returns a target for each path of the documents, whose parameters name items that exist. */
export async function targetsOf(
  send: Send,
  described: readonly { readonly path: string; readonly operation: object }[],
): Promise<ReadonlyMap<string, string>> {
  const values = await createItems(send);
  const targets = new Map<string, string>();
  for (const { path, operation } of described)
    if (!targets.has(path)) targets.set(path, await filled(path, { send, values, operation }));
  return targets;
}

/** Creates an item in each collection that is empty otherwise. Returns items of paths that are no collections. */
async function createItems(send: Send): Promise<ReadonlyMap<string, string>> {
  const first = async (path: string): Promise<Item> => (await send(path)).json.items[0] as Item;
  const create = async (path: string, parts: Parts): Promise<string> => {
    const { status, headers, text } = await send(path, { method: "POST", ...parts });
    if (status !== 201) throw new Error(`${path}: ${text}`);
    return headers["location"] ?? "";
  };
  const { items: reports } = (await send("/reports/reports?limit=100")).json as {
    readonly items: readonly Item[];
  };
  let report = "";
  for (const { id } of reports)
    if ((await send(`/reports/reports/${id}/content`)).status === 200) report = id!;
  const { id: annotation } = await first("/annotations/annotations");
  const { items: models } = (await send("/modelManagement/models")).json as {
    readonly items: readonly Item[];
  };
  const uris = models.map(({ id }) => `/modelManagement/models/${id}`);
  await create(`/annotations/annotations/${annotation}/members`, { json: { resourceUri: "/tables/t" } });
  const state = await create(`/reports/reports/${report}/states`, { json: { label: "x" } });
  await send(`${state}/content`, { method: "PUT", json: {} });
  const operations = [{ operation: "delete", ruleId: "none" }];
  await create("/authorization/rules/jobs", { json: { operations } });
  await create("/modelManagement/modelComparisons", {
    json: { name: "x", modelUris: uris.slice(0, 2) },
    type: "application/vnd.vendor.models.report.comparison.request+json",
  });
  const job = await create(`${TASKS}/${TASK}/@defaultTask/performanceJobs`, {});
  while (["queued", "running"].includes((await send(`${job}/state`)).text)) await wait(5);
  const tasks = (await send("/modelManagement/workflowTasks")).json.items as readonly {
    readonly id: string;
  }[];
  const association = await first("/modelManagement/workflowAssociations");
  return new Map([
    [TASKS, TASK],
    ["/folders/folders", "public"],
    ["/reports/reports", report],
    // Tasks of the other kind have no prompts.
    ["/modelManagement/workflowTasks", tasks.find(({ id }) => id.endsWith("-review"))!.id],
    ["/modelManagement/workflowProcesses", (association as { readonly processId: string }).processId],
    ["/dataQuality/fieldContentLocale", "DEDEU"],
    ["/authorization/commons/validations/rules", (await first("/authorization/rules")).id!],
  ]);
}

const TASKS = "/modelManagement/performanceTasks";
/** Task of a model with a binary target, which has report data of each kind. */
const TASK = "loan-default-quarterly";

interface Filling {
  readonly send: Send;
  readonly values: ReadonlyMap<string, string>;
  readonly operation: object;
}

async function filled(path: string, { send, values, operation }: Filling): Promise<string> {
  let target = "";
  for (const segment of path.split("/").slice(1)) {
    if (!segment.startsWith("{")) target += `/${segment}`;
    else if (segment === "{member}") target += `/${memberOf(operation)}`;
    else target += `/${encodeURIComponent(values.get(target) ?? (await keyIn(target, send)))}`;
  }
  return target;
}

async function keyIn(collection: string, send: Send): Promise<string> {
  const [item] = ((await send(`${collection}?limit=1`)).json?.items ?? []) as readonly Item[];
  if (item === undefined) throw new Error(`${collection} is empty.`);
  return String(item.id ?? item.name);
}

/** Returns a member that facets or ranges accept. */
function memberOf(operation: object): string {
  const { parameters } = operation as {
    readonly parameters: readonly {
      readonly name?: string;
      readonly schema: { readonly enum: readonly string[] };
    }[];
  };
  return parameters.find(({ name }) => name === "member")!.schema.enum[0]!;
}
