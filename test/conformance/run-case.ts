import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CaseFile } from "../../scripts/conformance/case.ts";
import { call } from "../../src/ast/constructors.ts";
import type { CatalogDefinition } from "../../src/catalog/types.ts";
import * as tamis from "../../src/index.ts";
import { caseRunner } from "./case-runner.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8"));

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== "catalogs.json");
export const definitions = read("catalogs.json") as Readonly<Record<string, CatalogDefinition>>;
/** Files of the suite, by name. */
export const suites = files.map((name) => [name, read(name) as CaseFile] as const);

/** Returns the result of a case, in the form of its expected result. */
export const runCase = caseRunner({ ...tamis, call }, definitions);
