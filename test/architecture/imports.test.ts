import { describe, expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles } from "./imports.ts";

const imports = (...edges: readonly string[]) =>
  edges.map((edge) => {
    const [file, target] = edge.split(" > ");
    return { file: file!, target: target! };
  });

describe("the architecture checks", () => {
  it("find a cycle among files", () => {
    expect(fileCycles(imports("a/x.ts > a/y.ts", "a/y.ts > b/z.ts", "b/z.ts > a/x.ts"))).toEqual([
      ["a/x.ts", "a/y.ts", "b/z.ts", "a/x.ts"],
    ]);
  });

  it("find a cycle among folders whose files have none", () => {
    const edges = imports("a/x.ts > b/y.ts", "b/z.ts > a/w.ts");
    expect(fileCycles(edges)).toEqual([]);
    expect(folderCycles(edges)).toEqual([["a", "b", "a"]]);
  });

  it("accept a folder that imports from its subfolder, but not the way back as well", () => {
    expect(folderCycles(imports("a/x.ts > a/b/y.ts"))).toEqual([]);
    expect(folderCycles(imports("a/x.ts > a/b/y.ts", "a/b/z.ts > a/w.ts"))).toEqual([["a", "a/b", "a"]]);
  });

  it("find folders with too many files, not counting subfolders", () => {
    expect(crowdedFolders(["a/x.ts", "a/y.ts", "a/b/z.ts", "a/b/w.ts"], 2)).toEqual([]);
    expect(crowdedFolders(["a/x.ts", "a/y.ts", "a/z.ts"], 2)).toEqual(["a: 3 files"]);
  });
});
