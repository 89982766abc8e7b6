import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveCommand } from "../../src/commands/serve.ts";
import { canRun, ended, start } from "../built-program.ts";
import { example, folder, lines, ROOT } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { send, serve, until, type Serving } from "../serve/running-server.ts";

const write = folder();
const PLACES = example("places.ndjson");

/** Paths of the collections that are linked from the root. */
const targets = (links: readonly { rel: string; uri: string }[]) =>
  links.filter(({ rel }) => rel !== "service-desc").map(({ uri }) => uri);

describe("the collections of a server", () => {
  it("have a path for each file, and are listed with links", async () => {
    const { url, log } = await serve([PLACES, example("time-zones.csv")]);
    const root = await send(`${url}/`);
    expect(root.headers["content-type"]).toBe("application/vnd.vendor.api+json");
    expect(targets(root.json.links)).toEqual(["/places", "/time-zones"]);
    const document = (await send(`${url}/openapi.json`)).json;
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/places", "/time-zones"]));
    expect((await send(`${url}/places?filter=gt(pop_max,10000000)&limit=1`)).json).toMatchObject({
      name: "places",
      count: 17,
    });
    expect((await send(`${url}/time-zones?limit=0`)).json.count).toBe(312);
    expect((await send(`${url}/places/1`)).json.name).toBe("Vatican City");
    expect(log()).toContain(`${url}/places (243 rows)`);
  });

  it("are the data files of a folder, compressed or not", async () => {
    const path = write("data/a.ndjson", lines([{ id: 1, name: "x" }]));
    write("data/b.json", JSON.stringify([{ id: 1 }, { id: 2 }]));
    write("data/c.csv.gz", gzipSync("id,name\n1,x\n"));
    write("data/d.ndjson.zst", zstdCompressSync('{"id":1}\n'));
    write("data/notes.txt", "no rows");
    write("data/.hidden.json", "[{}]");
    const { url, log } = await serve([dirname(path)]);
    expect(targets((await send(`${url}/`)).json.links)).toEqual(["/a", "/b", "/c", "/d"]);
    expect((await send(`${url}/b?limit=0`)).json.count).toBe(2);
    expect(log()).toContain("1 file with another extension is not served");
  });

  it("leave out the files of a folder that cannot be read, but not files that the command names", async () => {
    const path = write("mixed/rows.csv", "id,name\n1,x\n");
    const broken = {
      "empty.csv": "",
      "header.csv": "a,b\n",
      "half.json": '[{"id":1},',
      "picture.csv": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "wrong.db": "no database",
    };
    for (const [name, content] of Object.entries(broken)) write(`mixed/${name}`, content);
    const { url, log } = await serve([dirname(path), "--watch"]);
    expect(targets((await send(`${url}/`)).json.links)).toEqual(["/rows"]);
    for (const name of Object.keys(broken)) expect(log()).toContain(`${name} cannot be served. `);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(log()).not.toContain("is new");
    const header = join(dirname(path), "header.csv");
    expect(await failure(4, ["serve", "--port", "0", path, header])).toContain("there are no rows");
    expect(await failure(2, ["serve", "--port", "0", dirname(write("none/empty.csv", ""))])).toContain(
      "none of the data files can be served",
    );
  });

  it("are the tables of a SQLite file, which shows current rows", async () => {
    const path = write("shop.db", "");
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT); INSERT INTO orders VALUES (1, 'pen');
      CREATE TABLE items (id INTEGER PRIMARY KEY)`);
    const { url } = await serve([path]);
    expect(targets((await send(`${url}/`)).json.links).sort()).toEqual(["/items", "/orders"]);
    expect((await send(`${url}/orders/1`)).json.item).toBe("pen");
    database.exec("INSERT INTO orders VALUES (2, 'ink')");
    expect((await send(`${url}/orders?filter=eq(item,'ink')`)).json.count).toBe(1);
    database.close();
  });

  it("can be saved collections", async () => {
    const saved = write("saved/places.tamis", "");
    expect((await tamis(["save", PLACES, "-o", saved, "--force"])).code).toBe(0);
    const { url } = await serve([saved]);
    expect((await send(`${url}/places?limit=0`)).json.count).toBe(243);
  });

  it("have readable names that differ", async () => {
    const names = ["1/rows", "2/rows", "3/health", "4/größe & co"];
    const { url } = await serve(names.map((name) => write(`${name}.ndjson`, '{"id":1}\n')));
    const paths = targets((await send(`${url}/`)).json.links);
    expect(paths).toEqual(["/rows", "/rows-2", "/health-2", "/gr%C3%B6%C3%9Fe-%26-co"]);
    for (const path of paths) {
      const item = await send(`${url}${path}/1`);
      expect([item.status, item.json.id]).toEqual([200, 1]);
    }
  });

  it("have items only if a member identifies the rows", async () => {
    const same = write("same.ndjson", lines([{ code: "a" }, { code: "a" }]));
    const codes = write("codes.ndjson", lines([{ code: "a" }, { code: "b" }]));
    const { url } = await serve([same, codes, "--key", "codes=code"]);
    expect((await send(`${url}/same/a`)).status).toBe(404);
    expect((await send(`${url}/same`)).json.items[0].links).toEqual([]);
    expect((await send(`${url}/codes/b`)).json.code).toBe("b");
    expect(await failure(2, ["serve", same, "--key", "code", "--port", "0"])).toContain(
      "'code' is not a key: several rows have the value 'a'",
    );
    const unknown = await tamis(["serve", codes, "--key", "codes=cods", "--port", "0"]);
    expect(unknown.err).toContain("Did you mean code?");
    for (const key of ["cods", "code=code"])
      expect(await failure(2, ["serve", same, codes, "--key", key, "--port", "0"])).toContain(
        `--key ${key} applies to no collection.`,
      );
    expect(await failure(2, ["serve", codes, "--table", "codes", "--port", "0"])).toContain(
      "only for databases",
    );
    const database = write("empty.sqlite", "");
    new DatabaseSync(database).exec("CREATE TABLE codes (code TEXT PRIMARY KEY)");
    expect(await failure(2, ["serve", database, "--prepare", "code", "--port", "0"])).toContain(
      "only for files",
    );
  });

  it("have cursor links that lead through all rows", async () => {
    const { url } = await serve([PLACES, "--paging", "cursor"]);
    const items: unknown[] = [];
    let next: string | undefined = "/places?sortBy=adm0name&limit=100";
    while (next !== undefined) {
      const { json } = await send(url + next);
      items.push(...(json.items as readonly unknown[]));
      next = json.links.find(({ rel }: { rel: string }) => rel === "next")?.uri;
    }
    expect(items).toHaveLength(243);
  });

  it("keep their cursors over a restart with the same secret, and lose them without it", async () => {
    const args = [PLACES, "--paging", "cursor"];
    const nextOf = async ({ url }: Serving) =>
      (await send(`${url}/places?limit=5`)).json.links.find(({ rel }: { rel: string }) => rel === "next")
        .uri as string;
    const first = await serve([...args, "--cursor-secret", "correct horse"]);
    const second = await serve([...args, "--cursor-secret", "correct horse"]);
    const third = await serve(args);
    const next = await nextOf(first);
    expect((await send(second.url + next)).json.items[0].fid).toBe(6);
    expect((await send(third.url + next)).status).toBe(400);
  });

  it("are compared in the language of the client", async () => {
    const { url } = await serve([write("words.ndjson", '{"id":1,"w":"ö"}\n{"id":2,"w":"z"}\n')]);
    const first = async (language: string) => {
      const headers = { "accept-language": language };
      return (await send(`${url}/words?sortBy=w&limit=1`, { headers })).json.items[0].w;
    };
    expect([await first("de"), await first("sv")]).toEqual(["ö", "z"]);
  });
});

describe("a source that cannot be served", () => {
  it.each([
    [["serve"], "tamis serve needs a SOURCE."],
    [["serve", "-"], "standard input"],
    [["serve", "nowhere.ndjson", "--port", "0"], "nowhere.ndjson"],
    [["serve", PLACES, "--port", "70000"], "--port must be a number from 0 to 65535"],
    [["serve", PLACES, "--cors", "https://a.example/path"], "--cors must be an origin"],
    [["serve", PLACES, "--token", "a b"], "The token must have"],
    [["serve", PLACES, "--cursor-secret", "abcdefg"], "--cursor-secret must have at least 8 characters"],
    [["serve", PLACES, "--host", "192.0.2.1", "--port", "0"], "192.0.2.1 is not an address of this computer"],
  ])("%j ends with a message", async (args, message) => {
    const err = await failure(2, args);
    expect(err).toContain(message);
  });

  it("reports a port that is in use", async () => {
    const server = await serve([PLACES]);
    expect(await failure(2, ["serve", PLACES, "--port", String(server.port)])).toContain(
      `Port ${server.port} is in use`,
    );
  });
});

describe("--watch", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `n${i}` }));
  let server: Serving;
  let file: string;
  const count = async () => (await send(`${server.url}/watched?limit=0`)).json.count as number;

  beforeAll(async () => {
    file = write("watched.ndjson", lines(rows(3)));
    server = await serve([file, "--watch"]);
  });
  afterAll(async () => {
    await server.stop();
  });

  it("loads a changed file without dropping a request", async () => {
    let isDone = false;
    const statuses = new Set<number>();
    const clients = Array.from({ length: 4 }, async () => {
      while (!isDone) statuses.add((await send(`${server.url}/watched?filter=ge(id,1)`)).status);
    });
    writeFileSync(file, lines(rows(5)));
    await until(async () => (await count()) === 5);
    isDone = true;
    await Promise.all(clients);
    expect([...statuses]).toEqual([200]);
    expect(server.log()).toContain("has changed. It has 5 rows now.");
  });

  it("keeps the old rows of a broken file, reports it, and recovers", async () => {
    writeFileSync(file, lines(rows(6)));
    await until(async () => (await count()) === 6);
    writeFileSync(file, `${lines(rows(2))}{"id":3,"na`);
    await until(() => server.log().includes("keeps its old rows"));
    expect(await count()).toBe(6);
    expect((await send(`${server.url}/health`)).json).toEqual({ status: "degraded" });
    writeFileSync(file, lines(rows(4)));
    await until(async () => (await count()) === 4);
    expect((await send(`${server.url}/health`)).json).toEqual({ status: "ok" });
  });

  it("keeps the rows of a removed file, and reports it", async () => {
    writeFileSync(file, lines(rows(7)));
    await until(async () => (await count()) === 7);
    rmSync(file);
    await until(() => server.log().includes("was removed, but the server keeps its rows."));
    expect(await count()).toBe(7);
    writeFileSync(file, lines(rows(1)));
    await until(async () => (await count()) === 1);
    expect(server.log()).toContain("It has 1 row now.");
  });
});

describe("--watch of a folder", () => {
  it("serves files that appear, and leaves out those that disappear", async () => {
    const first = write("watched-folder/first.ndjson", lines([{ id: 1 }]));
    const server = await serve([dirname(first), "--watch"]);
    const paths = async () =>
      (await send(`${server.url}/`)).json.links
        .map(({ uri }: { uri: string }) => uri)
        .filter((uri: string) => uri !== "/openapi.json");
    expect(await paths()).toEqual(["/first"]);

    const second = write("watched-folder/second.csv", "id,name\n1,pen\n");
    write("watched-folder/notes.txt", "no data");
    await until(async () => (await paths()).length === 2);
    expect((await send(`${server.url}/second/1`)).json.name).toBe("pen");
    expect(server.log()).toContain("second.csv is new, and served.");

    write("watched-folder/second.csv", "id,name\n1,ink\n2,nib\n");
    await until(async () => (await send(`${server.url}/second?limit=0`)).json.count === 2);

    rmSync(second);
    await until(async () => (await paths()).length === 1);
    expect((await send(`${server.url}/second`)).status).toBe(404);

    // The path of a removed collection is free.
    const broken = write("watched-folder/second.json", '[{"id":7},');
    await until(() => server.log().includes("second.json is new, but cannot be served."));
    expect((await send(`${server.url}/first/1`)).status).toBe(200);
    writeFileSync(broken, '[{"id":7,"name":"again"}]');
    await until(async () => (await paths()).includes("/second"));
    expect((await send(`${server.url}/second/7`)).json.name).toBe("again");
    expect(await server.stop()).toBe(0);
  });
});

/** Starts the program, and waits until it listens. Files of the examples are those of the repository. */
async function listening(args: readonly string[]) {
  const child = start(args.map((each) => (each.startsWith("examples/") ? join(ROOT, each) : each)));
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const end = ended(child);
  await until(() => out.endsWith("\n"));
  return { child, end, out };
}

describe.runIf(canRun)("the program", () => {
  it.each(serveCommand.examples)("runs the example of the help: %s", async (line) => {
    const [, ...args] = line.split(" ");
    const { child, end, out } = await listening(args);
    const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(out)!;
    expect((await send(`${url}/places?limit=1`)).json.count).toBe(243);
    child.kill("SIGTERM");
    expect((await end).code).toBe(0);
  });

  it("finishes running requests after SIGINT, and then ends with exit code 0", async () => {
    const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, text: "x".repeat(200) }));
    const { child, end, out } = await listening(["serve", write("many.ndjson", lines(rows)), "--port", "0"]);
    const url = out.trim().replace("listening on ", "");
    const response = await fetch(`${url}/many/@rows`);
    child.kill("SIGINT");
    const text = await response.text();
    expect(text.trim().split("\n")).toHaveLength(30_000);
    expect((await end).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe.runIf(canRun)("README.md", () => {
  it("shows the actual output of the server", async () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const [, command, shown] = /```\n\$ npx tamis (serve .*)\n([\s\S]*?)```/.exec(readme)!;
    const [, target] = /curl 'http:\/\/127\.0\.0\.1:8080(\S+)'/.exec(readme)!;
    const { child, end, out } = await listening([...command!.split(" "), "--port", "0"]);
    expect(out.replace(/:\d+$/m, ":8080")).toBe(shown);
    expect((await send(out.trim().replace("listening on ", "") + target!)).json.count).toBe(17);
    child.kill("SIGTERM");
    expect((await end).code).toBe(0);
  });
});

it("the folder of a link is served too", async () => {
  const target = dirname(write("real/x.ndjson", lines([{ id: 1 }])));
  const link = join(dirname(target), "link");
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
  const server = await serve([link]);
  expect((await send(`${server.url}/x/1`)).status).toBe(200);
});
