import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compileSortBy } from "tamis";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollection } from "../../../../src/engine/store/collections/create-collection.ts";
import { platformFiles } from "../../../../src/engine/store/file/files.ts";
import { openCollection, openIn } from "../../../../src/engine/store/file/open-collection.ts";
import { saveCollection, saveIn } from "../../../../src/engine/store/file/save-collection.ts";
import { succeeded } from "../../../succeeded.ts";
import { dyingFiles, failingFiles, systemError } from "./failing-files.ts";
import { killSaves } from "./killed-saves.ts";
import { countOf } from "../../../effort.ts";
import { largestTurn } from "../largest-turn.ts";

const catalog = defineCatalog({ name: "things", key: "id", members: { id: "integer", name: "string" } });
const collectionOf = (name: string) => createCollection([{ id: 1, name }], { catalog });

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tamis-file-"));
  path = join(folder, "things.tamis");
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function nameIn(file = path): Promise<unknown> {
  const result = await openCollection<{ name: string }>(file, { catalog });
  return result.ok ? result.collection.all({})[0]?.name : result.reason;
}

describe("a collection that is saved in a file", () => {
  it("can be opened again, and replaces the previous file", async () => {
    expect(await saveCollection(collectionOf("a"), path)).toMatchObject({
      ok: true,
      rows: 1,
      bytes: statSync(path).size,
    });
    expect(await nameIn()).toBe("a");
    await saveCollection(collectionOf("b"), path);
    expect(await nameIn()).toBe("b");
    expect(readdirSync(folder)).toEqual(["things.tamis"]);
  });

  it("keeps the permissions of the file, and the target of a symbolic link", async () => {
    await saveCollection(collectionOf("a"), path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o640);
    const link = join(folder, "link.tamis");
    symlinkSync(path, link);
    await saveCollection(collectionOf("b"), link);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(await nameIn()).toBe("b");
  });

  it("returns the errors of the file system", async () => {
    expect(await nameIn()).toMatchObject({ code: "file-system", systemCode: "ENOENT" });
    expect(await nameIn(folder)).toMatchObject({ code: "file-system", systemCode: "EISDIR" });
    const nowhere = await saveCollection(collectionOf("a"), join(folder, "no", "where"));
    expect(nowhere).toMatchObject({ ok: false, reason: { code: "file-system", systemCode: "ENOENT" } });
    mkdirSync(join(folder, "full"));
    writeFileSync(join(folder, "full", "x"), "");
    expect(await saveCollection(collectionOf("a"), join(folder, "full"))).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(["full"]);
    writeFileSync(path, "");
    expect(await nameIn()).toMatchObject({ code: "truncated" });
  });

  it("stays open as long as its rows can be read on demand", async () => {
    await saveCollection(collectionOf("a"), path);
    const open = async () => {
      const result = succeeded(await openCollection<{ name: string }>(path, { catalog, onDemand: true }));
      return result.collection;
    };
    const used = [await open()];
    await open();
    // Registries of objects that are no longer in use run in later turns of the event loop.
    for (let turn = 0; turn < 10; turn++) {
      collectGarbage();
      await setImmediate();
    }
    expect(used[0]?.all({})).toEqual([{ id: 1, name: "a" }]);
    if (!existsSync("/proc/self/fd")) return;
    const isOpen = (fd: string) => {
      try {
        return readlinkSync(join("/proc/self/fd", fd)) === path;
      } catch {
        return false;
      }
    };
    expect(readdirSync("/proc/self/fd").filter(isOpen)).toHaveLength(1);
  });

  it("is read on demand in several turns of the event loop", async () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${(id * 7919) % 60_013}` }));
    const sortBy = compileSortBy("name", { catalog }).sortBy!;
    const original = createCollection(rows, { catalog });
    original.prepare({ sortBy });
    await saveCollection(original, path);
    const { collection } = succeeded(await openCollection(path, { catalog, onDemand: true }));
    const requests = collection.asCollection({ milliseconds: 0 });
    const first = await largestTurn(() => requests.page({ sortBy, limit: 5 }));
    const second = await largestTurn(() => requests.page({ sortBy, limit: 6 }));
    expect(first.turns).toBeGreaterThan(second.turns + 12);
  });

  it("replaces neither a named pipe nor a device", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const link = join(folder, "link");
    symlinkSync(pipe, link);
    for (const target of [pipe, link, "/dev/full", "/dev/null"]) {
      const result = await saveCollection(collectionOf("a"), target);
      expect(result).toMatchObject({ ok: false, reason: { code: "file-system" } });
      expect(statSync(target).isFile()).toBe(false);
    }
    expect(readdirSync(folder)).toEqual(["link", "pipe"]);
  });

  it("is the old or the new one, whatever call fails", async () => {
    await saveCollection(collectionOf("old"), path);
    const all = failingFiles(platformFiles(), Infinity, "EIO");
    await saveIn(all, collectionOf("old"), path, {});
    expect(all.calls.slice(-4)).toEqual(["fchmod", "fsync", "close", "rename"]);
    for (let nth = 1; nth <= all.calls.length; nth++) {
      for (const code of ["EIO", "ENOSPC", "EROFS"]) {
        const files = failingFiles(platformFiles(), nth, code);
        const result = await saveIn(files, collectionOf("new"), path, {});
        expect(result).toMatchObject({ ok: false, reason: { code: "file-system", systemCode: code } });
        expect(await nameIn()).toBe("old");
        expect(readdirSync(folder)).toEqual(["things.tamis"]);
      }
    }
  });

  it("is the old or the new one if the process dies at any call, and the next save cleans up", async () => {
    await saveCollection(collectionOf("old"), path);
    const all = failingFiles(platformFiles(), Infinity, "EIO");
    await saveIn(all, collectionOf("old"), path, {});
    // Includes the removal of the previous temporary file and the sync of the folder.
    const calls = all.calls.length + 2;
    let present = "old";
    for (let nth = 1; nth <= calls; nth++) {
      for (const share of [0, 0.3, 1]) {
        const { files, died, hasRenamed } = dyingFiles(platformFiles(), nth, share);
        const saved = saveIn(files, collectionOf(`new ${nth} ${share}`), path, {});
        await Promise.race([died, saved]);
        if (hasRenamed()) present = `new ${nth} ${share}`;
        expect(await nameIn()).toBe(present);
        expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
      }
    }
    expect(present).not.toBe("old");
    await saveCollection(collectionOf("last"), path);
    expect(readdirSync(folder)).toEqual(["things.tamis"]);
  });

  it("reports a failed sync of the folder", async () => {
    const files = { ...platformFiles(), syncFolder: () => Promise.reject(systemError("EIO", "fsync")) };
    expect(await saveIn(files, collectionOf("new"), path, {})).toMatchObject({ ok: false });
    expect(await nameIn()).toBe("new");
  });

  it("stays unchanged if rows are unsavable or the save is canceled", async () => {
    await saveCollection(collectionOf("old"), path);
    const refused = createCollection<unknown>([{ id: 1, name: () => 1 }], { catalog });
    expect(await saveCollection(refused, path)).toMatchObject({ ok: false, reason: { code: "unsavable" } });
    const reason = new Error("given up");
    await expect(
      saveCollection(collectionOf("new"), path, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(await nameIn()).toBe("old");
    expect(readdirSync(folder)).toEqual(["things.tamis"]);
  });

  it("is rejected if it gets shorter while it is read", async () => {
    await saveCollection(collectionOf("a"), path);
    const { open, ...files } = platformFiles();
    const shorter = async (file: string) => {
      const opened = await open(file, "read");
      return { ...opened, read: () => Promise.resolve(0) };
    };
    expect(await openIn({ ...files, open: shorter }, path, {})).toMatchObject({
      reason: { code: "truncated" },
    });
  });

  it("removes the temporary files of dead processes, and no others", async () => {
    const host = hostname().replace(/\W/g, "_").slice(0, 40);
    const names = {
      left: `things.tamis.${host}-999999999-0-abc.saving`,
      running: `things.tamis.${host}-${process.pid}-0-abc.saving`,
      elsewhere: "things.tamis.elsewhere-1-0-abc.saving",
      old: "things.tamis.elsewhere-1-1-abc.saving",
      other: `more-things.tamis.${host}-999999999-0-abc.saving`,
      mine: "things.tamis.saving",
    };
    for (const name of Object.values(names)) writeFileSync(join(folder, name), "x");
    utimesSync(join(folder, names.old), 0, 0);
    await saveCollection(collectionOf("a"), path);
    const left = Object.entries(names).filter(([, name]) => existsSync(join(folder, name)));
    expect(left.map(([which]) => which)).toEqual(["running", "elsewhere", "other", "mine"]);
  });

  it("is complete after concurrent saves", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const results = await Promise.all(names.map((name) => saveCollection(collectionOf(name), path)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(names).toContain(await nameIn());
    expect(readdirSync(folder)).toEqual(["things.tamis"]);
  });
});

it("a process that is killed while it saves leaves the old or the new file", async () => {
  const kills = countOf("engine/store/file/files: kills");
  const { wrong, moments, mostTemporary } = await killSaves(kills, Math.random);
  expect(wrong).toEqual([]);
  expect(mostTemporary).toBeLessThanOrEqual(1);
  // Most kills happened during a save.
  expect(kills - moments.between).toBeGreaterThan(kills / 2);
  // Of few kills, none may leave a temporary file.
  if (kills < 40) return;
  expect(moments.empty + moments.part + moments.whole).toBeGreaterThan(kills / 8);
}, 600_000);
