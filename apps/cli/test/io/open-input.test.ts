import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syncBuiltinESMExports } from "node:module";
import { PassThrough, Readable } from "node:stream";
import zlib, { constants, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileFormat } from "tamis/files";
import { DataError, InputError } from "../../src/io/errors.ts";
import { openInput } from "../../src/io/open-input.ts";
import { collect } from "./streams.ts";

let folder = "";
const path = (name: string) => join(folder, name);
const noStdin = Readable.from([]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tamis-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a file and reads all rows in the detected format. */
async function readAll(name: string, stdin: Readable = noStdin) {
  const input = await openInput(name, { stdin });
  const format = (await input.format()) as FileFormat;
  return { format, input, ...(await collect(input, { format })) };
}

describe("openInput", () => {
  it("detects the format, counts the bytes and reads the rows", async () => {
    await writeFile(path("a.json"), '{"a":1}\n{"a":2}\n');
    const { format, rows, input } = await readAll(path("a.json"));
    expect(format).toBe("ndjson");
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    expect([input.size, input.consumed()]).toEqual([16, 16]);
  });

  it("decompresses gzip with any name, also several members", async () => {
    const packed = Buffer.concat([gzipSync('{"a":1}\n'), gzipSync('{"a":2}\n')]);
    await writeFile(path("packed.ndjson"), packed);
    await writeFile(path("plain.csv.gz"), "a\n1\n");
    const { rows, input } = await readAll(path("packed.ndjson"));
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    expect([input.size, input.consumed()]).toEqual([packed.length, packed.length]);
    expect(await readAll(path("plain.csv.gz"))).toMatchObject({ format: "csv", rows: [{ a: "1" }] });
  });

  it.each([1, 3, 7, 1_000])("decompresses all frames of zstd, in chunks of %i bytes", async (size) => {
    const text = '{"a":1}\n'.repeat(1_000);
    const checked = zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const frames = [checked, skippable, zstdCompressSync(""), zstdCompressSync('{"a":2}\n')];
    const bytes = Buffer.concat([skippable, ...frames, skippable]);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const { rows, error } = await readAll("-", Readable.from(chunks));
    expect(error).toBeUndefined();
    expect(rows).toHaveLength(1_001);
    expect(rows.at(-1)).toEqual({ a: 2 });
  });

  it("names the versions of Node that decompress zstd", async () => {
    const own = Object.getOwnPropertyDescriptor(zlib, "createZstdDecompress")!;
    const replace = (value: unknown) => {
      Object.defineProperty(zlib, "createZstdDecompress", { ...own, value });
      syncBuiltinESMExports();
    };
    await writeFile(path("rows.ndjson.zst"), zstdCompressSync('{"a":1}\n'));
    expect(await readAll(path("rows.ndjson.zst"))).toMatchObject({ format: "ndjson", rows: [{ a: 1 }] });
    try {
      replace(undefined);
      await expect(openInput(path("rows.ndjson.zst"), { stdin: noStdin })).rejects.toThrow(
        "cannot be read. It is compressed with zstd, which needs Node 22.15, 23.8 or a later version.",
      );
    } finally {
      replace(own.value);
    }
  });

  it("reads standard input for -, compressed or not, in chunks of any size", async () => {
    const bytes = gzipSync("a\tb\n1\t2\n");
    const stdin = Readable.from([...bytes].map((byte) => Buffer.of(byte)));
    expect(await readAll("-", stdin)).toMatchObject({
      format: "tsv",
      rows: [{ a: "1", b: "2" }],
      input: { name: "standard input", size: undefined },
    });
    const none = await readAll("-", Readable.from([]));
    expect(none).toMatchObject({ format: "ndjson", rows: [], error: undefined });
  });

  it("waits for no more bytes than the detection of the format needs", async () => {
    const stdin = new PassThrough();
    stdin.write('{"a":1}\n');
    const input = await openInput("-", { stdin });
    expect(await input.format()).toBe("ndjson");
    stdin.end('{"a":2}\n');
    expect((await collect(input, { format: "ndjson" })).rows).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it("reports invalid paths without a stack trace", async () => {
    await mkdir(path("dir"), { recursive: true });
    const fails = async (name: string) => {
      const error = await openInput(name, { stdin: noStdin }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).exitCode).toBe(2);
      return (error as InputError).message.replace(folder, "");
    };
    expect(await fails(path("none"))).toBe("/none cannot be read. There is no such file.");
    expect(await fails(path("dir"))).toBe("/dir is a directory, not a file.");
    expect(await fails(path("a\u0000"))).toContain("The name contains U+0000");
    expect(await fails(path("n".repeat(5_000)))).toContain("The name is too long");
  });

  it("escapes control characters in file names", async () => {
    await expect(openInput(path("a\u001b[2J"), { stdin: noStdin })).rejects.toThrow("a<U+001B>[2J");
  });

  it.skipIf(process.getuid?.() === 0)(
    "reports missing permissions (skipped for root, who has all)",
    async () => {
      await writeFile(path("secret"), "x");
      await chmod(path("secret"), 0);
      await expect(openInput(path("secret"), { stdin: noStdin })).rejects.toThrow("Permission denied.");
    },
  );

  it.each([
    ["gzip", gzipSync],
    ["zstd", (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
  ])("reports truncated or damaged %s data, after the readable rows", async (name, pack) => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `{"a":${i},"b":"${(i * 7919) % 100_003}"}\n`);
    const packed = pack(lines.join(""));
    await writeFile(path("cut"), packed.subarray(0, packed.length - 500));
    const { rows, error } = await readAll(path("cut"));
    expect(rows.length).toBeGreaterThan(1_000);
    expect(error).toBeInstanceOf(InputError);
    expect(error?.message).toContain(`The ${name} data ends too early: the file is truncated.`);
    await writeFile(path("cut"), Buffer.concat([packed, packed.subarray(0, 3)]));
    expect(await readAll(path("cut"))).toMatchObject({
      rows: { length: 50_000 },
      error: { message: expect.stringContaining("is truncated") as string },
    });
    const damaged = Buffer.from(packed);
    damaged[packed.length - (name === "gzip" ? 8 : 1)]! ^= 1;
    await writeFile(path("damaged"), damaged);
    expect((await readAll(path("damaged"))).error?.message).toContain(`The ${name} data is damaged.`);
  });

  it("rejects files in unsupported formats by name", async () => {
    await writeFile(path("x.csv"), Buffer.from("d0cf11e0a1b11ae1", "hex"));
    const input = await openInput(path("x.csv"), { stdin: noStdin });
    await expect(input.format()).rejects.toThrow(DataError);
  });

  it.each([
    ["EIO", "The device failed."],
    ["EACCES", "Permission denied."],
    ["EUNHEARDOF", "EUNHEARDOF: no more words."],
  ])("reports an error while reading as an InputError: %s", async (code, words) => {
    const broken = new Readable({
      read() {
        this.push('{"a":1}\n');
        this.destroy(Object.assign(new Error(`${code}: no more words`), { code }));
      },
    });
    const { error } = await readAll("-", broken).catch((thrown: unknown) => ({ error: thrown as Error }));
    expect(error).toEqual(new InputError(`standard input cannot be read. ${words}`));
  });

  it("stops waiting for bytes with the reason of an abort signal", async () => {
    const stdin = new PassThrough();
    stdin.write('{"a":1}\n');
    const controller = new AbortController();
    const input = await openInput("-", { stdin, signal: controller.signal });
    const reason = new Error("stopped");
    setImmediate(() => controller.abort(reason));
    const { rows, error } = await collect(input, { format: "ndjson", signal: controller.signal });
    expect(rows).toEqual([{ a: 1 }]);
    expect(error).toBe(reason);
    await expect(openInput("-", { stdin, signal: controller.signal })).rejects.toBe(reason);
  });

  it("closes the file when the reader stops early", async () => {
    await writeFile(path("long.ndjson"), '{"a":1}\n'.repeat(200_000));
    const input = await openInput(path("long.ndjson"), { stdin: noStdin });
    for await (const chunk of input.bytes) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(input.consumed()).toBeLessThan(input.size!);
    input.close();
    input.close();
  });
});
