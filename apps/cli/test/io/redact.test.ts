import { describe, expect, it } from "vitest";
import { createRedact, escapeMessage } from "../../src/io/redact.ts";
import { loadCommands } from "../../src/commands/list.ts";
import { tamis } from "../run-command.ts";

const COMMANDS = await loadCommands();

describe("a message", () => {
  it.each([
    ["postgres://me:open%20sesame@h/db", "open sesame"],
    ["postgres://me:open%20sesame@h/db", "open%20sesame"],
    ["postgres://me:p@ss/word@h/db", "p@ss/word"],
    ["postgrs://me:sesame@h/db", "sesame"],
    ["postgres//me:sesame@h/db", "sesame"],
    ["postgres:/me:sesame@h/db", "sesame"],
    ["me:sesame@h/db", "sesame"],
    ["//me:sesame@h/db", "sesame"],
    ["jdbc:mysql://h/db?user=me&password=sesame", "sesame"],
    ["postgres://h/db?sslpassword=open%20sesame", "open sesame"],
    ["mariadb://me:pw%zz@h/db", "pw%zz"],
    ["--catalog=postgres://me:sesame@h/db", "sesame"],
    ["host=h user=me password=sesame", "sesame"],
    ["host=h user=me password='open sesame'", "open sesame"],
    ["host=h user=me password = 'it\\'s'", "it's"],
    ["mariadb://me:xy@h/db", "xy"],
  ])("does not contain the password of the argument %s", (argument, secret) => {
    const redact = createRedact(["query", argument], {});
    expect(redact(`authentication failed: "${secret}".`)).toBe('authentication failed: "***".');
    expect(redact(`${argument} cannot be read.`)).not.toContain(secret);
    expect(redact(`'${argument.slice(0, argument.indexOf(secret.slice(0, 2)) + 3)}…'`)).not.toContain(
      `${secret.slice(0, 2)}…`,
    );
  });

  it("does not contain passwords of the environment", () => {
    const passwords = { PGPASSWORD: "sesame", MYSQL_PWD: "abracadabra", CLICKHOUSE_PASSWORD: "hocuspocus" };
    const redact = createRedact([], passwords);
    expect(redact("sesame, abracadabra or hocuspocus")).toBe("***, *** or ***");
  });

  it("does not contain the passwords of addresses and connection strings from elsewhere", () => {
    const redact = createRedact([], {});
    expect(redact("connect postgres://me:sesame@h:5432/db failed")).toBe(
      "connect postgres://me:***@h:5432/db failed",
    );
    expect(redact("bad string: host=h password='open sesame' user=me")).toBe(
      "bad string: host=h password=*** user=me",
    );
  });

  it("keeps the other parts of addresses, and texts that only resemble a password", () => {
    const redact = createRedact(["query", "postgres://postgres:postgres@h:5432/postgres"], {});
    expect(redact('user "postgres" of postgres://postgres:postgres@h:5432/postgres')).toBe(
      'user "postgres" of postgres://postgres:***@h:5432/postgres',
    );
    const short = createRedact(["query", "postgres://me:e@h/db"], {});
    expect(short("the relation e-mail")).toBe("the relation ***-mail");
    const text = "http://host:8080/reports?name=a@b and eq(password,'x') and C:/me@home";
    expect(redact(text)).toBe(text);
  });

  it("contains no control characters or invisible characters, except line ends and colors", () => {
    expect(escapeMessage("\x1b[31mred\x1b[0m\n\x1b]0;title\x07 a\rb \u202ec\u{e0041} \u115f \x9b2J")).toBe(
      "\x1b[31mred\x1b[0m\n<U+001B>]0;title<U+0007> a<U+000D>b <U+202E>c<U+E0041> <U+115F> <U+009B>2J",
    );
  });
});

describe("an address with a password", () => {
  const ADDRESSES = [
    "postgres://me:open%20sesame@127.0.0.1:1/db",
    "postgrs://me:open%20sesame@127.0.0.1:1/db",
    "mariadb://me:sesame%zz@127.0.0.1:1/db",
    "postgres://me:sesame%zz@127.0.0.1:1/db",
    "postgres://me:sesame@127.0.0.1:port/db",
    "postgres://me:open/sesame@127.0.0.1:1/db",
    "mariadb://me:sesame@127.0.0.1:1/d%zz",
    "postgres://me:sesame@127.0.0.1:1/db?sslmode=verify-full&sslrootcert=/nosuch",
    "postgres://me:sesame@127.0.0.1:1/db?sslmode=nosuch",
    "postgres://me:sesame@[::1/db",
    "host=127.0.0.1 password=sesame",
    "me:sesame@127.0.0.1",
  ];
  const COMMAND_LINES = [
    ...["query", "query --explain", "query -o", "query --catalog", "query x.ndjson --table"],
    ...["query x.ndjson --locale", "shell", "explain -f true", "lint", "save -o /nosuch/x.tamis"],
    ...["save x.ndjson -o", "catalog infer", "catalog show", "catalog openapi", "catalog", "collate"],
    ...["collate --locale", "completion", "sql --dialect", "sql", "--unknown", ""],
  ].map((line) => line.split(" ").filter((word) => word !== ""));

  it.each(ADDRESSES)(
    "is reported without its password and with a documented exit code: %s",
    async (address) => {
      for (const args of COMMAND_LINES) {
        const { code, out, err } = await tamis([...args, address], { stdin: "true\n" });
        expect([args, code]).toEqual([args, 2]);
        expect(out + err).not.toContain("sesame");
        expect(err).toMatch(/^tamis: .+\n$/s);
      }
    },
  );

  it("is covered for each command that reads files", () => {
    const tested = new Set(COMMAND_LINES.map(([name]) => name));
    const reading = COMMANDS.filter(({ usage }) => /FILE|DATABASE/.test(usage)).map(({ name }) => name);
    const missing = reading.filter((name) => !tested.has(name));
    expect(missing, "COMMAND_LINES must have a line for each command that reads files").toEqual([]);
  });
});
