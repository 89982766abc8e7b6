import { FileFault } from "./file-problem.ts";
import type { Manifest, SavedBlock, SavedColumn, SavedRanks, SectionNumber } from "./format.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/**
 * Parses and validates the manifest. The contents of columns are validated when columns are read.
 *
 * @throws FileFault for an invalid manifest
 */
export function readManifest(bytes: Uint8Array, at: number): Manifest {
  const fail = (problem: string): never => {
    throw new FileFault("impossible", `The manifest is invalid: ${problem}.`, {
      part: "manifest",
      offset: at,
    });
  };
  const document = parseDocument(bytes);
  if (document === undefined) return fail("it is not a JSON object");
  const fields = new Fields(document, fail);
  const sections = fields.list("sections").map((section) => {
    const [length, checksum, ...extra] = Array.isArray(section) ? (section as unknown[]) : [];
    if (!isCount(length) || !isCount(checksum) || checksum > 0xffff_ffff || extra.length > 0)
      return fail("a section must be a length and a checksum");
    return [length, checksum] as const;
  });
  const isSection = (value: unknown): value is SectionNumber => isCount(value) && value < sections.length;
  const blocks = fields.list("blocks").map((block): SavedBlock => {
    const { rows, texts, starts } = objectOf(block) as Partial<SavedBlock>;
    if (!isCount(rows) || !isSection(texts) || !isSection(starts))
      return fail("a block must have rows and two sections");
    return { rows, texts, starts };
  });
  const columns = fields.list("columns").map((entry) => {
    const column = objectOf(entry) as Partial<SavedColumn>;
    if (typeof column.key !== "string" || typeof column.form !== "string")
      return fail("a column must have a key and a form");
    if (!isColumn(column, isSection)) return fail(`column ${column.key} lacks properties of its form`);
    return column;
  });
  const rows = fields.count("rows");
  if (blocks.reduce((sum, block) => sum + block.rows, 0) !== rows)
    fail("the rows of the blocks do not add up to the number of rows");
  const { live, catalog } = document;
  if (live !== null && !isSection(live)) return fail("live is not a section");
  return { rows, live, catalog, blocks, columns: columns.filter(isKnown), sections };
}

type Document = Readonly<Record<string, unknown>>;

export class Fields {
  readonly #document: Document;
  readonly #fail: (problem: string) => never;

  constructor(document: object, fail: (problem: string) => never) {
    this.#document = document as Document;
    this.#fail = fail;
  }

  count(name: string): number {
    const value = this.#get(name);
    return isCount(value) ? value : this.#fail(`${name} is not an integer >= 0`);
  }

  text(name: string): string {
    const value = this.#get(name);
    return typeof value === "string" ? value : this.#fail(`${name} is not a string`);
  }

  list(name: string): readonly unknown[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value : this.#fail(`${name} is not a list`);
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#document, name) ? this.#document[name] : undefined;
  }
}

function isKnown({ form }: SavedColumn): boolean {
  return FORMS.has(form);
}

const FORMS: ReadonlySet<string> = new Set<SavedColumn["form"]>([
  "codes",
  "numbers",
  "texts",
  "lists",
  "maps",
]);

/** Returns whether a column has the properties of its form. Columns of an unknown form can have any properties. */
function isColumn(
  column: Partial<SavedColumn>,
  isSection: (value: unknown) => value is SectionNumber,
): column is SavedColumn {
  switch (column.form) {
    case "codes": {
      const { values, width, codes, ranks = [] } = column;
      const isWidth = width === 1 || width === 2 || width === 4;
      const areRanks = (entry: unknown) => {
        const { order, ranks: section } = objectOf(entry) as Partial<SavedRanks>;
        return typeof order === "string" && isSection(section);
      };
      if (!isWidth || !isSection(codes) || !Array.isArray(ranks) || !ranks.every(areRanks)) return false;
      return Array.isArray(values) && values.every(isSection);
    }
    case "numbers": {
      const { type, unit, width, first, step, scale, numbers, exceptions } = column;
      const isWidth = width === 1 || width === 2 || width === 4 || width === 8;
      const areNumbers = isWidth && [first, step, scale].every((number) => Number.isSafeInteger(number));
      const areTexts = typeof type === "string" && typeof unit === "string";
      return areNumbers && areTexts && isSection(numbers) && isSection(exceptions);
    }
    case "texts":
    case "lists":
    case "maps":
      return Array.isArray(column.values) && column.values.every(isSection);
    case undefined:
      return false;
    default:
      return true;
  }
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parseDocument(bytes: Uint8Array): Document | undefined {
  try {
    const document: unknown = JSON.parse(
      new TextDecoder("utf-8", ownProperties({ fatal: true })).decode(bytes),
    );
    return typeof document === "object" && document !== null && !Array.isArray(document)
      ? (document as Document)
      : undefined;
  } catch {
    return undefined;
  }
}
