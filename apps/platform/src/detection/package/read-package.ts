import { check, compilePredicate, parseFilter, type Catalog } from "tamis";
import {
  COMMAND,
  VARIABLE_TYPES,
  type CompiledRule,
  type DecisionPackage,
  type Described,
  type PackageResult,
  type Profile,
  type Rule,
  type Variable,
  type VariableSet,
} from "./decision-package.ts";
import { ObjectReader, Problems } from "./document-reader.ts";
import { messageCatalog, PROFILES } from "./message-catalog.ts";

/** Maximum numbers of parts of a package. Each message passes all rules, so they bound its processing time. */
const MAX_RULES = 500;
const MAX_SETS = 50;
const MAX_VARIABLES = 500;
const MAX_OTHERS = 200;

/** Reads a decision package, and checks and compiles its rules. Never throws. */
export function readPackage(text: string): PackageResult {
  const problems = new Problems();
  const reader = new ObjectReader(parse(text, problems), "", problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const definition = readDefinition(reader);
  reader.finish();
  checkReferences(definition, problems);
  // Conditions are only meaningful if the variables that they name are known.
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const rules = compileRules(definition, problems);
  return problems.list.length > 0
    ? { ok: false, problems: problems.list }
    : { ok: true, compiled: { definition, rules } };
}

function parse(text: string, problems: Problems): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.add("", `The package is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
}

function readDefinition(reader: ObjectReader): DecisionPackage {
  return {
    id: reader.text("id"),
    name: reader.text("name"),
    description: reader.text("description", ""),
    build: reader.integer("build", 1, 2 ** 31 - 1),
    schema: reader.identifier("schema"),
    sla: reader.integer("sla", 1, 10_000, 1_000),
    ruleTime: reader.integer("ruleTime", 1, 10_000, 10),
    classificationRequired: reader.boolean("classificationRequired", false),
    messageClassifications: reader.objects("messageClassifications", MAX_OTHERS, "name", described),
    variableSets: reader.objects("variableSets", MAX_SETS, "name", variableSet),
    profiles: reader.objects("profiles", MAX_OTHERS, "name", profile),
    alertTypes: reader.objects("alertTypes", MAX_OTHERS, "name", described),
    outcomes: reader.texts("outcomes") ?? ["none"],
    rules: reader.objects("rules", MAX_RULES, "id", rule),
    models: reader.objects("models", MAX_OTHERS, "name", described),
  };
}

function described(reader: ObjectReader): Described {
  return { name: reader.text("name"), description: reader.text("description", "") };
}

function variableSet(reader: ObjectReader): VariableSet {
  const name = reader.identifier("name");
  if (name === COMMAND || name === PROFILES)
    reader.problems.add(`${reader.pointer}/name`, `The name "${name}" is reserved.`);
  return {
    name,
    description: reader.text("description", ""),
    required: reader.boolean("required", true),
    variables: reader.objects("variables", MAX_VARIABLES, "name", variable),
  };
}

function variable(reader: ObjectReader): Variable {
  return {
    name: reader.identifier("name"),
    type: reader.oneOf("type", VARIABLE_TYPES),
    description: reader.text("description", ""),
    required: reader.boolean("required", false),
    list: reader.boolean("list", false),
    values: reader.texts("values"),
  };
}

function profile(reader: ObjectReader): Profile {
  return {
    name: reader.identifier("name"),
    description: reader.text("description", ""),
    key: reader.text("key"),
    sum: reader.has("sum") ? reader.text("sum") : undefined,
    window: reader.integer("window", 1, 86_400),
  };
}

function rule(reader: ObjectReader): Rule {
  return {
    id: reader.identifier("id"),
    name: reader.text("name"),
    description: reader.text("description", ""),
    condition: reader.longText("condition"),
    classifications: reader.texts("classifications"),
    alertType: reader.has("alertType") ? reader.text("alertType") : undefined,
    outcome: reader.has("outcome") ? reader.text("outcome") : undefined,
  };
}

function checkReferences(definition: DecisionPackage, problems: Problems): void {
  const { variableSets, profiles, rules, alertTypes, outcomes, messageClassifications } = definition;
  if (variableSets.length === 0) problems.add("/variableSets", "A package has at least one variable set.");
  if (outcomes.length === 0) problems.add("/outcomes", "A package has at least one outcome.");
  if (definition.classificationRequired && messageClassifications.length === 0)
    problems.add("/messageClassifications", "Messages need a class, but the package has none.");
  for (const [i, { variables }] of variableSets.entries())
    for (const [j, { values, type }] of variables.entries())
      if (values !== undefined && (type !== "string" || values.length === 0))
        problems.add(
          `/variableSets/${i}/variables/${j}/values`,
          "Only strings have a list of values, which is not empty.",
        );
  const find = (path: string) => findVariable(variableSets, path);
  for (const [i, { key, sum }] of profiles.entries()) {
    if (find(key)?.list !== false)
      problems.add(
        `/profiles/${i}/key`,
        `"${key}" is not the set and the name of a variable with one value.`,
      );
    const summed = sum === undefined ? undefined : find(sum);
    const isNumber = summed?.list === false && (summed.type === "number" || summed.type === "integer");
    if (sum !== undefined && !isNumber)
      problems.add(`/profiles/${i}/sum`, `"${sum}" is not the set and the name of a numeric variable.`);
  }
  const classes = messageClassifications.map(({ name }) => name);
  const types = alertTypes.map(({ name }) => name);
  for (const [i, { alertType, outcome, classifications = [] }] of rules.entries()) {
    const pointer = `/rules/${i}`;
    if (alertType === undefined && outcome === undefined)
      problems.add(pointer, "A rule has an alertType, an outcome, or both.");
    mustKnow(alertType, types, `${pointer}/alertType`, problems);
    mustKnow(outcome, outcomes, `${pointer}/outcome`, problems);
    for (const [j, classification] of classifications.entries())
      mustKnow(classification, classes, `${pointer}/classifications/${j}`, problems);
  }
}

function mustKnow(
  name: string | undefined,
  declaredNames: readonly string[],
  pointer: string,
  problems: Problems,
): void {
  if (name === undefined || declaredNames.includes(name)) return;
  problems.add(
    pointer,
    `The package does not declare "${name}". It has: ${declaredNames.join(", ") || "none"}.`,
  );
}

/** @param path name of the set and of the variable, such as `account.number` */
function findVariable(sets: readonly VariableSet[], path: string): Variable | undefined {
  const [setName, name, ...deeperNames] = path.split(".");
  if (deeperNames.length > 0) return undefined;
  const set = sets.find((candidate) => candidate.name === setName);
  return set?.variables.find((variable) => variable.name === name);
}

function compileRules(definition: DecisionPackage, problems: Problems): readonly CompiledRule[] {
  const catalog = messageCatalog(definition);
  return definition.rules.flatMap((rule, i) => compileRule(rule, catalog, `/rules/${i}/condition`, problems));
}

function compileRule(
  rule: Rule,
  catalog: Catalog,
  pointer: string,
  problems: Problems,
): readonly CompiledRule[] {
  const { expression, diagnostics } = parseFilter(rule.condition);
  const checked = expression === undefined ? undefined : check(expression, catalog);
  const errors = [...diagnostics, ...(checked?.diagnostics ?? [])].filter(
    ({ severity }) => severity === "error",
  );
  for (const { message, span } of errors) problems.add(pointer, message, { from: span.start, to: span.end });
  if (errors.length > 0 || checked?.ok !== true) return [];
  return [{ rule, filter: checked.filter, holds: compilePredicate(checked.filter) }];
}
