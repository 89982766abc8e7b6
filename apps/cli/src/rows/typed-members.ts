/** Converts members of JSON rows to the types of `--type`. Strings are read like the cells of CSV. */
import { namesInOrder } from "tamis/catalog";
import { columnOf } from "../formats/column-of.ts";
import { cellText } from "../formats/cell-text.ts";
import {
  BAD_CELL,
  isInvalidTemporal,
  readCell,
  type CellStyle,
  type CellType,
} from "../formats/cell-types.ts";
import { isJsonObject, setOwn } from "../formats/own-members.ts";
import { CELL_TEXTS, type Batch, type Row } from "../formats/row.ts";

/** Value that does not have the type that `--type` states for its member. It is read as null. */
export interface BadValue {
  readonly member: string;
  readonly text: string;
  readonly type: CellType;
}

export class TypedMembers {
  readonly #style: CellStyle;
  #paths: readonly {
    /** As the user gave it. */
    readonly given: string;
    readonly name: string;
    readonly path: readonly string[];
    readonly type: CellType;
  }[];
  #isResolved = false;
  /** Names that some row has had. */
  readonly #found = new Set<string>();

  constructor(types: ReadonlyMap<string, CellType>, style: CellStyle) {
    this.#style = style;
    this.#paths = [...types].map(([name, type]) => ({ given: name, name, path: name.split("."), type }));
  }

  /** Names that no row has had. */
  get missing(): readonly string[] {
    return this.#paths.filter(({ given }) => !this.#found.has(given)).map(({ given }) => given);
  }

  /** Converts the members in place. Returns the values that do not match their type, by the index of their row. */
  convert(batch: Batch): ReadonlyMap<number, readonly BadValue[]> {
    if (!this.#isResolved && batch.length > 0) this.#resolveNames(batch);
    const bad = new Map<number, BadValue[]>();
    for (const [index, row] of batch.entries()) {
      for (const { given, name, path, type } of this.#paths) {
        const owner = Object.hasOwn(row, name) ? row : ownerOf(row, path);
        if (owner === undefined) continue;
        this.#found.add(given);
        const text = this.#convertMember(owner, owner === row ? name : path.at(-1)!, type);
        if (text === undefined) continue;
        if (owner === row) keepText(row, name, text);
        const values = bad.get(index);
        if (values === undefined) bad.set(index, [{ member: name, text, type }]);
        else values.push({ member: name, text, type });
      }
    }
    return bad;
  }

  /** Finds the members whose names are different in expressions: `Order_Qty` is the member `Order Qty`. */
  #resolveNames(batch: Batch): void {
    this.#isResolved = true;
    const names = [...new Set(batch.flatMap(namesInOrder))];
    this.#paths = this.#paths.map((each) => {
      const name = columnOf(each.name, names);
      return name === undefined || name === each.name ? each : { ...each, name, path: [name] };
    });
  }

  /** Returns the text of a value that does not match the type. Undefined if it does. */
  #convertMember(owner: Row, name: string, type: CellType): string | undefined {
    const given = owner[name];
    if (given === null || type === (typeof given === "string" ? "string" : "json")) return undefined;
    const text = cellText(given);
    // Lists and objects have no cell text of another type.
    let value = typeof given === "object" ? BAD_CELL : readCell(text, type, this.#style);
    if (isInvalidTemporal(value, type)) value = BAD_CELL;
    const isBad = value === BAD_CELL;
    setOwn(owner, name, isBad ? null : value);
    return isBad ? text : undefined;
  }
}

/** Lets CSV output print a string as it was. */
function keepText(row: Row & { [CELL_TEXTS]?: Map<string, string> }, name: string, text: string): void {
  const texts = Object.hasOwn(row, CELL_TEXTS) ? row[CELL_TEXTS] : undefined;
  if (texts !== undefined) texts.set(name, text);
  else Object.defineProperty(row, CELL_TEXTS, { value: new Map([[name, text]]) });
}

/** Returns the object at the end of a path that has its last name. Undefined if a part is missing, or is a list. */
function ownerOf(row: Row, path: readonly string[]): Row | undefined {
  let owner = row;
  for (const [i, name] of path.entries()) {
    if (!Object.hasOwn(owner, name)) return undefined;
    if (i === path.length - 1) return owner;
    const next = owner[name];
    if (!isJsonObject(next)) return undefined;
    owner = next;
  }
  return undefined;
}
