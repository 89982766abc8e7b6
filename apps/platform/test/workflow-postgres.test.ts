import { expect, it } from "vitest";
import { modelManagement } from "tamis/families";
import { registration, SECRET, startPlatform, type Parts } from "./platform-fixture.ts";
import { withPostgresSchema } from "./schema-fixture.ts";

const ROOT = "/modelManagement";
const { workflowAssociation, publishRequest } = modelManagement.resources;

it("on PostgreSQL, tasks belong to their owners, and concurrent associations and publish requests conflict", async () => {
  await withPostgresSchema(async (storage) => {
    const platform = await startPlatform({ storage, sample: true });
    const connect = async (id: string, authorities: string[]) => {
      await platform.tokens.addClient(registration(id, { authorities }));
      const token = (await platform.token(id, SECRET)).json.access_token as string;
      return (target: string, parts: Parts = {}) => platform.send(`${ROOT}${target}`, { token, ...parts });
    };
    const modeler = await connect("modeler", ["modelers"]);
    const stranger = await connect("stranger", ["others"]);
    expect((await stranger("/workflowTasks")).json.count).toBe(0);
    const associations = await Promise.all(
      Array.from({ length: 4 }, () =>
        modeler("/workflowAssociations", {
          type: workflowAssociation.mediaType,
          json: { processName: "Retraining", solutionObjectId: "m1" },
        }),
      ),
    );
    expect(associations.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    // The sample has two tasks for modelers.
    expect((await modeler("/workflowTasks")).json.count).toBe(3);
    const { processId } = associations.find(({ status }) => status === 201)!.json;
    const task = `/workflowTasks/${processId as string}-train`;
    const completed = await Promise.all(
      Array.from({ length: 4 }, () => modeler(`${task}/complete`, { method: "POST" })),
    );
    expect(completed.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await modeler(`/workflowProcesses/${processId as string}`)).json.state).toBe("completed");
    const published = await Promise.all(
      Array.from({ length: 4 }, () =>
        modeler("/publishedModels", {
          type: publishRequest.mediaType,
          json: {
            name: "r",
            destinationName: "scoring",
            modelContents: [{ modelName: "x", sourceUri: `${ROOT}/models/loan-default` }],
          },
        }),
      ),
    );
    expect(published.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const [item] = (await modeler("/publishedModels?filter=eq(publishName,'x')")).json.items;
    expect(item).toMatchObject({ properties: { request: "r" }, analyticStoreUri: [] });
    await platform.close();
  });
});
