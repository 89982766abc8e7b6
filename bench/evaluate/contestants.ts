import { check } from "../../src/checker/check.ts";
import { compilePredicate, type EvaluateOptions } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { loadPeer } from "../load-peer.ts";
import { toCel, toJsonLogic, toOurs } from "./languages.ts";
import type { Condition } from "./queries.ts";
import type { Row } from "./rows.ts";

export interface Engine {
  readonly name: string;
  /** Compiles a condition to a test of one row. */
  readonly compile: (condition: Condition) => (row: Row) => unknown;
}

export const TAMIS = "tamis";
export const TAMIS_ON_PLAIN_ROWS = "tamis, rows known to be plain";
/** The fastest peer. It generates code at run time, which a content security policy forbids. */
export const JSON_LOGIC = "json-logic-engine";
/** The fastest peer that generates no code. */
export const CEL = "@marcbachmann/cel-js";

/** Loads the engines. All peers assume that rows are plain. */
export async function loadEngines(): Promise<Engine[]> {
  return [tamis(TAMIS, {}), tamis(TAMIS_ON_PLAIN_ROWS, { rows: "plain" }), await jsonLogic(), await cel()];
}

function tamis(name: string, options: EvaluateOptions): Engine {
  return {
    name,
    compile: (condition) =>
      compilePredicate(check(parseFilter(toOurs(condition)).expression!).filter!, options),
  };
}

async function jsonLogic(): Promise<Engine> {
  interface LogicEngine {
    addMethod: (name: string, method: (args: [string, string]) => boolean, options: object) => void;
    build: (logic: object) => (row: Row) => unknown;
  }
  const { LogicEngine } = await loadPeer<{ LogicEngine: new () => LogicEngine }>(JSON_LOGIC);
  const engine = new LogicEngine();
  const patterns = new Map<string, RegExp>();
  const match = (text: string, pattern: string) => {
    let compiled = patterns.get(pattern);
    if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(`^(?:${pattern})$`)));
    return compiled.test(text);
  };
  const options = { sync: true, deterministic: true };
  engine.addMethod("startsWith", ([text, start]) => text.startsWith(start), options);
  engine.addMethod("match", ([text, pattern]) => match(text, pattern), options);
  return { name: JSON_LOGIC, compile: (condition) => engine.build(toJsonLogic(condition)) };
}

async function cel(): Promise<Engine> {
  const { parse } = await loadPeer<{ parse: (text: string) => (row: Row) => unknown }>(CEL);
  return { name: CEL, compile: (condition) => parse(toCel(condition)) };
}
