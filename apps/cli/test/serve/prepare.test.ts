import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { send, serve } from "./running-server.ts";

const write = folder();

const rows = Array.from({ length: 3_000 }, (_, id) => ({
  id,
  name: `n${(id * 7919) % 3_001}`,
  size: id % 7,
}));

it("--prepare builds orders before the server answers", async () => {
  const [file, other] = [write("animals.ndjson", lines(rows)), write("sizes.csv", "id,size\n1,2\n")];
  const server = await serve([file, other, "--prepare", "name:primary,size:descending"]);
  const orderOf = async (sortBy: string) =>
    (await send(`${server.url}/animals/@explain?sortBy=${sortBy}&limit=5`)).text;
  for (const sortBy of ["name:primary", "size:descending"])
    expect(await orderOf(sortBy)).toContain("a sorted index of this order exists");
  expect(await orderOf("name")).not.toContain("a sorted index of this order exists");
  expect(server.log()).toContain(`--prepare: sizes: ${unknownMember("name", "id", "size")}`);
  const prepare = ["serve", file, "--port", "0", "--prepare"];
  const words = `tamis: --prepare: animals: ${unknownMember("nmae", "name")}\n`;
  expect(await failure(2, [...prepare, "nmae"])).toBe(words);
  expect((await tamis([...prepare, "name:down"])).err).toContain("--prepare: ");
});
