import { describe, expect, it } from "vitest";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

describe("tamis collate", () => {
  it("sorts lines by the collation of a language", async () => {
    const lines = "öl\nzebra\närlig\nAnka\n";
    expect((await tamis(["collate", "--locale", "sv"], { stdin: lines })).out).toBe(
      "Anka\nzebra\närlig\nöl\n",
    );
    expect((await tamis(["collate", "-l", "de"], { stdin: lines })).out).toBe("Anka\närlig\nöl\nzebra\n");
  });

  it("compares digits as numbers, and omits equal lines", async () => {
    const { out } = await tamis(["collate", "-n", "-u", "-s", "primary"], { stdin: "a10\na9\nA9\n" });
    expect(out).toBe("a9\na10\n");
  });

  it("prints sort keys in byte order", async () => {
    const { out } = await tamis(["collate", "--keys"], { stdin: "b\na\n" });
    expect(out).toMatch(/^[0-9a-f]+\ta\n[0-9a-f]+\tb\n$/);
    const [first, second] = out.split("\n").map((line) => line.split("\t")[0]!);
    expect(first! < second!).toBe(true);
  });

  it("explains a comparison level by level", async () => {
    const { out } = await tamis(["collate", "--explain", "--locale", "fr-CA", "côte", "coté"]);
    expect(out).toContain("côte is before coté: the secondary level decides");
    expect(out).toMatch(/^primary +=/m);
    expect(out).toMatch(/^secondary +</m);
  });

  it("lists the supported languages for an unsupported one", async () => {
    const err = await failure(2, ["collate", "--locale", "tlh"], { stdin: "" });
    expect(err).toContain("There is no collation for 'tlh'. The supported locales are: af, ");
    expect((await tamis(["collate", "--locales"])).out.split("\n")).toContain("zh-Hant");
  });

  it("reports input that is not UTF-8", async () => {
    expect(await failure(2, ["collate"], { stdin: Uint8Array.of(0x61, 0xff) })).toContain(
      "standard input is not UTF-8",
    );
  });
});
