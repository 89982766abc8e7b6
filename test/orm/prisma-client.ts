import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { PrismaPg } from "@prisma/adapter-pg";
import { getPrismaClient } from "@prisma/client/runtime/client";
import type pg from "pg";
import type { PrismaProvider } from "tamis/orm";

/** A client of Prisma without generated code: `prisma generate` runs an engine that is downloaded. */
export interface PrismaModel {
  readonly findMany: (args: object) => Promise<Record<string, unknown>[]>;
  readonly count: (args: object) => Promise<number>;
  readonly createMany: (args: { readonly data: readonly object[] }) => Promise<unknown>;
}

export interface OpenedPrisma {
  readonly thing: PrismaModel;
  readonly $disconnect: () => Promise<void>;
}

/** Fields of the model `Thing`, with their types in the schema. */
export type ModelFields = Readonly<Record<string, string>>;

export type PrismaTarget =
  | { readonly provider: "sqlite"; readonly database: DatabaseSync }
  | { readonly provider: "postgresql"; readonly pool: pg.Pool; readonly schema: string };

export function openPrisma(target: PrismaTarget, fields: ModelFields): OpenedPrisma {
  const { provider } = target;
  const lines = Object.entries(fields).map(([name, type]) => `  ${name} ${type}\n`);
  const client = getPrismaClient({
    previewFeatures: [],
    clientVersion: "7",
    engineVersion: "",
    activeProvider: provider,
    inlineSchema:
      `generator client {\n  provider = "prisma-client-js"\n}\n` +
      `datasource db {\n  provider = "${provider}"\n}\n` +
      `model Thing {\n${lines.join("")}  @@map("things")\n}\n`,
    runtimeDataModel: {
      models: { Thing: { dbName: "things", fields: Object.entries(fields).map(runtimeField) } } as never,
      enums: {},
      types: {},
    },
    // An empty graph: the client compiles each query with its values.
    parameterizationSchema: { strings: [], graph: "AAAA" },
    compilerWasm: compilerOf(provider),
  });
  const adapter =
    target.provider === "sqlite"
      ? {
          provider: "sqlite",
          adapterName: "node-sqlite",
          connect: () => Promise.resolve(new NodeSqliteAdapter(target.database)),
        }
      : new PrismaPg(target.pool, { schema: target.schema });
  return new client({ adapter } as never) as unknown as OpenedPrisma;
}

function runtimeField([name, declared]: readonly [string, string]) {
  const [type, ...attributes] = declared.split(" ");
  return {
    name,
    kind: "scalar",
    type: type!.replace(/[?[\]]+$/, ""),
    isList: type!.endsWith("[]"),
    isRequired: !type!.endsWith("?"),
    isUnique: false,
    isId: attributes.includes("@id"),
    isReadOnly: false,
    hasDefaultValue: false,
    isGenerated: false,
    isUpdatedAt: false,
  };
}

function compilerOf(provider: PrismaProvider) {
  const name = `query_compiler_small_bg.${provider}`;
  return {
    getRuntime: () => import(`@prisma/client/runtime/${name}.mjs`) as Promise<never>,
    getQueryCompilerWasmModule: async () => {
      const { wasm } = (await import(`@prisma/client/runtime/${name}.wasm-base64.mjs`)) as { wasm: string };
      return new WebAssembly.Module(Buffer.from(wasm, "base64"));
    },
    importName: "./query_compiler_small_bg.js",
  };
}

/** TypeScript declares WebAssembly only in its browser types. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

interface Query {
  readonly sql: string;
  readonly args: readonly unknown[];
  readonly argTypes: readonly { readonly scalarType: string }[];
}

/** Codes of the column types in the interface of driver adapters. */
const COLUMN_TYPES: Readonly<Record<string, number>> = {
  INTEGER: 0,
  BIGINT: 1,
  REAL: 3,
  BOOLEAN: 5,
  TEXT: 7,
  DATETIME: 10,
};

/** A driver adapter for `node:sqlite` with the conversions of Prisma's adapter for `better-sqlite3`. */
class NodeSqliteAdapter {
  readonly provider = "sqlite";
  readonly adapterName = "node-sqlite";
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  queryRaw({ sql, args, argTypes }: Query): Promise<object> {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = statement.columns();
    const rows = statement.all(...args.map((arg, i) => toSqlite(arg, argTypes[i]!.scalarType)));
    const typeOf = (type: string | null) => COLUMN_TYPES[type ?? "INTEGER"]!;
    return Promise.resolve({
      columnNames: columns.map(({ name }) => name),
      columnTypes: columns.map(({ type }) => typeOf(type)),
      rows: (rows as unknown as unknown[][]).map((row) =>
        row.map((value, i) => fromSqlite(value, columns[i]!.type)),
      ),
    });
  }

  executeRaw({ sql, args, argTypes }: Query): Promise<number> {
    const values = args.map((arg, i) => toSqlite(arg, argTypes[i]!.scalarType));
    return Promise.resolve(Number(this.#database.prepare(sql).run(...values).changes));
  }

  startTransaction(): Promise<object> {
    this.#database.exec("BEGIN");
    return Promise.resolve({
      provider: this.provider,
      adapterName: this.adapterName,
      options: { usePhantomQuery: true },
      queryRaw: (query: Query) => this.queryRaw(query),
      executeRaw: (query: Query) => this.executeRaw(query),
      commit: () => Promise.resolve(this.#database.exec("COMMIT")),
      rollback: () => Promise.resolve(this.#database.exec("ROLLBACK")),
    });
  }

  executeScript(script: string): Promise<void> {
    return Promise.resolve(this.#database.exec(script));
  }

  getConnectionInfo(): object {
    return { maxBindValues: 999, supportsRelationJoins: false };
  }

  /** Does nothing: the test closes the database. */
  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

function toSqlite(value: unknown, type: string): SQLInputValue {
  if (type === "datetime" && value !== null)
    return new Date(value as string).toISOString().replace("Z", "+00:00");
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && (type === "int" || type === "bigint")) return BigInt(value);
  if (typeof value === "string" && type === "float") return Number(value);
  return value as SQLInputValue;
}

function fromSqlite(value: unknown, type: string | null): unknown {
  if (typeof value !== "bigint") return value;
  return type === "BIGINT" ? String(value) : Number(value);
}
