import { defineCatalog } from "tamis";
import {
  formatJson,
  memberNameFor,
  memberNamesFor,
  type MemberDefinition,
  type ScalarDefinition,
} from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { createCollection, type MemoryCollection } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import { isTemporalText, type CellStyle, type Row } from "tamis/files";
import { getOwn, setOwn } from "../formats/own-members.ts";
import { numberAdvice } from "../rows/column-advice.ts";
import { valueAt } from "../writers/select-members.ts";
import type { GivenMember, GroupOptions } from "./group-options.ts";
import { planGroups, type GroupMember, type GroupPlan } from "./group-plan.ts";
import { MemberValues } from "./member-values.ts";
import { WrittenKeys } from "./written-keys.ts";

/** Number of rows that can rule out that the strings of a member are dates. */
const SAMPLE_SIZE = 1_000;

/** Member of the rows, under the name that the options use. */
interface PathValues {
  /** Path in the rows as they are in the file. */
  readonly path: string;
  readonly values: MemberValues;
  /** True if rows have a member of this name, which contains dots. */
  hasDottedName: boolean;
}

/**
 * Keeps the members of matching rows that groups need, and groups them in columns. Without a catalog, the types of the
 * members follow from all kept rows, except that the first rows of the file decide which strings are dates and times.
 */
export class FileGroups {
  readonly #options: GroupOptions;
  readonly #style: CellStyle;
  readonly #firstType: (path: string) => string | undefined;
  readonly #paths = new Map<string, PathValues>();
  readonly #rows: Row[] = [];
  readonly #writtenKeys: WrittenKeys;
  /** Numbers of the first rows. */
  readonly #numbers: number[] = [];

  /**
   * @param style how the cells of the file are read
   * @param originalPath returns the path of a member in the file
   * @param firstType returns the type of a member in the first rows of the file
   */
  constructor(
    options: GroupOptions,
    style: CellStyle,
    originalPath: (path: string) => string,
    firstType: (path: string) => string | undefined,
  ) {
    this.#options = options;
    this.#style = style;
    this.#firstType = firstType;
    for (const { path } of [...options.by, ...options.measures])
      this.#paths.set(path, { path: originalPath(path), values: new MemberValues(), hasDottedName: false });
    this.#writtenKeys = new WrittenKeys(options.by.map(({ path }) => originalPath(path)));
  }

  /**
   * @param row row as it is in the file
   * @param number number of the row
   */
  add(row: Row, number: number): void {
    const groupedRow: Row = {};
    for (const member of this.#paths.values()) {
      const value = valueAt(row, member.path);
      member.values.add(value, number);
      member.hasDottedName ||= Object.hasOwn(row, member.path);
      setOwn(groupedRow, member.path, value ?? null);
    }
    this.#rows.push(groupedRow);
    this.#writtenKeys.add(row, groupedRow);
    if (this.#numbers.length < SAMPLE_SIZE) this.#numbers.push(number);
  }

  /** Returns the members that no row has. */
  unknown(): readonly GivenMember[] {
    const members = [...this.#options.by, ...this.#options.measures];
    return members.filter(({ path }) => !this.#paths.get(path)!.values.isKnown);
  }

  /** Returns a plan with the types of the rows that were added before the call. Does not check the types. */
  preliminaryPlan(): GroupPlan {
    return planGroups(this.#options, ({ path }) => {
      const { path: original, values } = this.#paths.get(path)!;
      return { name: original, type: values.type ?? "string", path: original.split(".") };
    });
  }

  /**
   * Checks the values of all added rows.
   * @throws UsageError for values that cannot be measured
   */
  requireMeasurable(): void {
    for (const measure of this.#options.measures) this.#requireMeasurable(measure, () => undefined);
  }

  /**
   * Groups all added rows.
   * @throws UsageError for values that cannot be grouped or measured
   */
  finish(scope: Scope): { readonly collection: MemoryCollection<Row>; readonly plan: GroupPlan } {
    const { by, measures } = this.#options;
    const mixed = new Set<string>();
    for (const member of by) if (this.#requireSingleValues(member) > 1) mixed.add(member.path);
    for (const measure of measures) this.#requireMeasurable(measure, (text) => note(scope, text));
    const jsonProperty = new Map([...mixed].map((path) => [path, `JSON of ${path}`]));
    for (const [path, property] of jsonProperty) this.#addJson(this.#paths.get(path)!.path, property);
    const names = memberNamesFor([
      ...[...this.#paths.values()].map(({ path }) => path),
      ...jsonProperty.values(),
    ]);
    const members: Record<string, MemberDefinition> = {};
    const types = new Map(
      [...this.#paths].map(([memberPath, { path, values }]) => [
        path,
        this.#typeOf(memberPath, path, values),
      ]),
    );
    for (const [path, type] of types) setOwn(members, names.get(path)!, { type, property: path });
    for (const property of jsonProperty.values())
      setOwn(members, names.get(property)!, { type: "string", property });
    const catalog = defineCatalog({ name: "rows", members });
    const isKey = new Set(by);
    const plan = planGroups(this.#options, (givenMember): GroupMember => {
      const { path, hasDottedName } = this.#paths.get(givenMember.path)!;
      const segments = hasDottedName ? [path] : path.split(".");
      const property = isKey.has(givenMember) ? jsonProperty.get(givenMember.path) : undefined;
      if (property !== undefined)
        return { name: names.get(property)!, type: "string", path: segments, isJson: true };
      return { name: names.get(path)!, type: types.get(path)!, path: segments };
    });
    const collection = createCollection(this.#rows, { catalog, rows: "plain" });
    return { collection, plan: this.#writtenKeys.apply(plan, this.#rows, getOwn) };
  }

  #addJson(path: string, property: string): void {
    for (const row of this.#rows) {
      const value = getOwn(row, path) ?? null;
      row[property] = value === null ? null : formatJson(value);
    }
  }

  /** Returns the number of types that the values have. */
  #requireSingleValues({ path, option }: GivenMember): number {
    const { values } = this.#paths.get(path)!;
    if (values.kinds.includes("other"))
      throw new UsageError(
        `${option} needs single values, but ${show(path)} has lists or objects: ${values.example("other")}.`,
      );
    return values.kinds.length;
  }

  #requireMeasurable(
    { path, option, function: measure }: GroupOptions["measures"][number],
    note: (text: string) => void,
  ): void {
    const { path: original, values } = this.#paths.get(path)!;
    const [kind] = values.kinds;
    if (kind === undefined) return;
    const needsNumbers = measure === "sum" || measure === "avg";
    if (kind === "other" || !values.hasMajority || (needsNumbers && kind !== "number")) {
      const { misfit, advice } = this.#misfit(original);
      if (!needsNumbers && kind !== "other")
        throw new UsageError(
          `${option} needs single values of one type, but ${show(path)} has several: ${values.kinds.map((each) => values.example(each)).join(", ")}.${advice}`,
        );
      const requirement = needsNumbers ? "numbers" : "single values of one type";
      const wrong = values.kinds.find((valueKind) => valueKind !== (needsNumbers ? "number" : kind)) ?? kind;
      throw new UsageError(
        `${option} needs ${requirement}, but ${show(path)} has other values: ${misfit ?? values.example(wrong)}.${advice}`,
      );
    }
    if (values.minority > 0)
      note(
        `${option}: ${values.minority} of ${values.size} values of ${show(path)} are left out, because they are not ${kind}s: ${values.example(values.kinds[1]!)}.`,
      );
  }

  /** Finds the first string that is not a number, if most strings are numbers. Columns of CSV can be like that. */
  #misfit(path: string): { readonly misfit?: string; readonly advice: string } {
    const rows = this.#rows.slice(0, SAMPLE_SIZE);
    const found = numberAdvice(path, {
      rows,
      style: this.#style,
      isInferred: false,
      shownName: memberNameFor(path, new Set()),
    });
    const advice = found?.help === undefined ? "" : ` ${found.help}.`;
    const { misfit, row } = found?.evidence ?? {};
    if (misfit === undefined) return { advice };
    const isString = typeof getOwn(rows[row! - 1]!, path) === "string";
    const text = isString ? `'${show(misfit)}'` : show(misfit);
    return { misfit: `${text} in row ${this.#numbers[row! - 1]}`, advice };
  }

  /**
   * Returns the type of a member. Strings are dates, times or date-times if the first rows of the file have only such. If all of
   * them are in one form without an offset, they have the same groups and the same order as strings, and are shown as they are.
   */
  #typeOf(memberPath: string, path: string, values: MemberValues): ScalarDefinition["type"] {
    const type = values.type ?? "integer";
    const first = this.#firstType(memberPath);
    const isInstant = first === "date" || first === "time" || first === "dateTime";
    if (type !== "string" || !isInstant || values.minority > 0) return type;
    return this.#isUniform(path, first) ? "string" : first;
  }

  #isUniform(path: string, type: "date" | "time" | "dateTime"): boolean {
    let form: string | undefined;
    // Groups repeat values.
    for (const text of new Set(this.#rows.map((row) => getOwn(row, path)))) {
      if (typeof text !== "string") continue;
      form ??= formOf(text);
      if (formOf(text) !== form || !isTemporalText(text, type)) return false;
    }
    return form === undefined || !/[+-]0+:?0*$/.test(form.replace(/^0+-0+-0+/, ""));
  }
}

/** @example formOf("2024-01-05T10:30:00+02:00") // "0000-00-00T00:00:00+00:00" */
function formOf(text: string): string {
  return text.replace(/\d/g, "0");
}
