import { check } from "../../src/checker/check.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { loadDefault, loadPeer } from "../load-peer.ts";
import { rowCatalog } from "../row-catalog.ts";
import {
  canFiltrex,
  toAlasql,
  toArquero,
  toCel,
  toFiltrex,
  toJexl,
  toJsonata,
  toJsonLogic,
  toMongo,
  toOurs,
} from "./languages.ts";
import type { Condition } from "./queries.ts";
import type { Row } from "./rows.ts";

export interface Engine {
  readonly name: string;
  readonly ours?: boolean;
  /** Generates code at run time, which a content security policy forbids. */
  readonly generatesCode?: boolean;
  /** Limit on the number of rows. The time is scaled up to all rows, which favors the engine. */
  readonly rows?: number;
  /** Converts a condition to a filter, text or data. Returns undefined if the engine cannot express it exactly. */
  readonly write: (condition: Condition) => unknown;
  /** Compiles a filter to a function that counts the matching rows. */
  readonly compile: (written: never) => Counter;
  /** Compiles a filter to a function that returns the first matching rows. */
  readonly find: (written: never) => Finder;
}

export type Counter = (rows: readonly Row[]) => number | Promise<number>;

type Test = (row: Row) => unknown;
type Identified = { readonly id: number };
export type Finder = (
  rows: readonly Row[],
  limit: number,
) => readonly Identified[] | Promise<readonly Identified[]>;

/** Completes an engine that compiles a filter to a test of one row. */
function byTest(compile: (written: never) => Test): Pick<Engine, "compile" | "find"> {
  return {
    compile: (written) => counting(compile(written)),
    find: (written) => finding(compile(written)),
  };
}

function finding(predicate: (row: Row) => unknown): Finder {
  return (rows, limit) => {
    const found: Row[] = [];
    for (let i = 0; i < rows.length && found.length < limit; i++)
      if (predicate(rows[i]!) === true) found.push(rows[i]!);
    return found;
  };
}

export function counting(predicate: (row: Row) => unknown): Counter {
  return (rows) => {
    let count = 0;
    for (let i = 0; i < rows.length; i++) if (predicate(rows[i]!) === true) count++;
    return count;
  };
}

const startsWith = (text: string, start: string) => text.startsWith(start);
const contains = (text: string, part: string) => text.includes(part);

/** Compiles each pattern once. For peers without their own pattern function. */
function memoizedMatch(): (text: string, pattern: string) => boolean {
  const known = new Map<string, RegExp>();
  return (text, pattern) => {
    let compiled = known.get(pattern);
    if (compiled === undefined) known.set(pattern, (compiled = new RegExp(`^(?:${pattern})$`)));
    return compiled.test(text);
  };
}

export const TAMIS_ENGINE: Engine = {
  name: "tamis",
  ours: true,
  write: toOurs,
  ...byTest((text: string) => compilePredicate(check(parseFilter(text).expression!).filter!)),
};

export const TAMIS_WITH_CATALOG: Engine = {
  name: "tamis with a catalog",
  ours: true,
  write: toOurs,
  ...byTest((text: string) => compilePredicate(check(parseFilter(text).expression!, rowCatalog).filter!)),
};

/** tamis with the option `rows: "plain"`. All peers assume plain rows too. */
export const TAMIS_ON_PLAIN_ROWS: Engine = {
  name: "tamis, rows known to be plain",
  ours: true,
  write: toOurs,
  ...byTest((text: string) =>
    compilePredicate(check(parseFilter(text).expression!).filter!, { rows: "plain" }),
  ),
};

/** Loads all engines. Reports and skips those that fail to load. */
export async function loadEngines(): Promise<Engine[]> {
  const engines: Engine[] = [TAMIS_ENGINE, TAMIS_WITH_CATALOG, TAMIS_ON_PLAIN_ROWS];
  for (const load of LOADERS) {
    try {
      engines.push(await load());
    } catch (error) {
      process.stderr.write(`  skipped: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return engines;
}

const LOADERS: readonly (() => Promise<Engine>)[] = [
  async () => {
    interface LogicEngine {
      addMethod: (name: string, method: (args: [string, string]) => boolean, options: object) => void;
      build: (logic: object) => Test;
    }
    const { LogicEngine } = await loadPeer<{ LogicEngine: new () => LogicEngine }>("json-logic-engine");
    const engine = new LogicEngine();
    const match = memoizedMatch();
    const options = { sync: true, deterministic: true };
    engine.addMethod("startsWith", ([text, start]) => text.startsWith(start), options);
    engine.addMethod("match", ([text, pattern]) => match(text, pattern), options);
    return {
      name: "json-logic-engine",
      generatesCode: true,
      write: toJsonLogic,
      ...byTest((logic: object) => engine.build(logic)),
    };
  },
  async () => {
    interface JsonLogic {
      add_operation: (name: string, operation: (a: string, b: string) => boolean) => void;
      apply: (logic: object, row: Row) => unknown;
    }
    const logic = await loadDefault<JsonLogic>("json-logic-js");
    logic.add_operation("startsWith", startsWith);
    logic.add_operation("match", memoizedMatch());
    return {
      name: "json-logic-js",
      rows: 200_000,
      write: toJsonLogic,
      ...byTest((rule: object) => (row) => logic.apply(rule, row)),
    };
  },
  async () => {
    type Compile = (text: string, options: object) => Test;
    const { compileExpression } = await loadPeer<{ compileExpression: Compile }>("filtrex");
    const extraFunctions = { startsWith, contains, match: memoizedMatch() };
    return {
      name: "filtrex",
      generatesCode: true,
      write: (condition) => (canFiltrex(condition) ? toFiltrex(condition) : undefined),
      ...byTest((text: string) => truthy(compileExpression(text, { extraFunctions }))),
    };
  },
  async () => {
    const { parse } = await loadPeer<{ parse: (text: string) => Test }>("@marcbachmann/cel-js");
    return { name: "@marcbachmann/cel-js", write: toCel, ...byTest((text: string) => parse(text)) };
  },
  async () => {
    const sift = await loadDefault<(query: object) => Test>("sift");
    return { name: "sift", write: toMongo, ...byTest((query: object) => sift(query)) };
  },
  async () => {
    const { Query } = await loadPeer<{ Query: new (query: object) => { test: Test } }>("mingo");
    return {
      name: "mingo",
      write: toMongo,
      ...byTest((query: object) => {
        const compiled = new Query(query);
        return (row) => compiled.test(row);
      }),
    };
  },
  async () => {
    const { guard } = await loadPeer<{ guard: (query: object) => Test }>("@ucast/mongo2js");
    return { name: "@ucast/mongo2js", write: toMongo, ...byTest((query: object) => guard(query)) };
  },
  async () => {
    interface Table {
      filter: (expression: string) => Table;
      slice: (start: number, end: number) => Table;
      numRows: () => number;
      objects: () => Row[];
    }
    const { from } = await loadPeer<{ from: (rows: readonly Row[]) => Table }>("arquero");
    const tables = new WeakMap<readonly Row[], Table>();
    const tableOf = (rows: readonly Row[]) => {
      let table = tables.get(rows);
      if (table === undefined) tables.set(rows, (table = from(rows)));
      return table;
    };
    return {
      name: "arquero (table built before)",
      generatesCode: true,
      write: toArquero,
      compile: (expression: string) => (rows) => tableOf(rows).filter(expression).numRows(),
      find: (expression: string) => (rows, limit) =>
        tableOf(rows).filter(expression).slice(0, limit).objects(),
    };
  },
  async () => {
    interface Jexl {
      addTransform: (name: string, transform: (a: string, b: string) => boolean) => void;
      compile: (text: string) => { evalSync: Test };
    }
    const jexl = await loadDefault<Jexl>("jexl");
    jexl.addTransform("startsWith", startsWith);
    jexl.addTransform("contains", contains);
    jexl.addTransform("match", memoizedMatch());
    return {
      name: "jexl",
      rows: 50_000,
      write: toJexl,
      ...byTest((text: string) => {
        const compiled = jexl.compile(text);
        return (row) => compiled.evalSync(row);
      }),
    };
  },
  async () => {
    type Compile = (text: string) => { evaluate: (rows: unknown) => Promise<unknown> };
    const jsonata = await loadDefault<Compile>("jsonata");
    return {
      name: "jsonata",
      rows: 50_000,
      write: (condition) => `$[${toJsonata(condition)}]`,
      compile: (text: string) => {
        const compiled = jsonata(`$count(${text})`);
        return async (rows) => (await compiled.evaluate(rows)) as number;
      },
      find: (text: string) => async (rows, limit) => {
        const found = await jsonata(`${text}[[0..${limit - 1}]]`).evaluate(rows);
        return Array.isArray(found) ? (found as Row[]) : found === undefined ? [] : [found as Row];
      },
    };
  },
  async () => {
    type Run = (parameters: [readonly Row[]]) => unknown;
    interface Alasql {
      compile: (text: string) => Run;
      fn: Record<string, (text: string, part: string) => boolean>;
    }
    const alasql = await loadDefault<Alasql>("alasql");
    Object.assign(alasql.fn, { CONTAINS_TEXT: contains, STARTS_WITH: startsWith, MATCHES: memoizedMatch() });
    return {
      name: "alasql",
      generatesCode: true,
      write: toAlasql,
      compile: (condition: string) => {
        const run = alasql.compile(`SELECT VALUE COUNT(*) FROM ? WHERE ${condition}`);
        return (rows) => run([rows]) as number;
      },
      find: (condition: string) => (rows, limit) =>
        alasql.compile(`SELECT * FROM ? WHERE ${condition} LIMIT ${limit}`)([rows]) as Row[],
    };
  },
];

/** Converts the result of a test to a boolean, because filtrex returns 1 and 0. */
function truthy(test: Test): Test {
  return (row) => {
    const result = test(row);
    return result === true || result === 1;
  };
}
