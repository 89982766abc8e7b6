/** Converts members of JSON rows to the types of `--type`, or to inferred ones. Strings are read like the cells of CSV. */
import { cellText, hasOrder, keepOrder, namesInOrder } from "tamis/catalog";
import {
  columnOf,
  BAD_CELL,
  readOddCell,
  readPlainCell,
  setShown,
  unsetShown,
  type CellStyle,
  type CellType,
  type Batch,
  type Row,
} from "tamis/files";
import { isJsonObject, setOwn } from "../formats/own-members.ts";

/** Value that does not have the type that `--type` states for its member. It is read as null. */
export interface BadValue {
  readonly member: string;
  readonly text: string;
  readonly type: CellType;
}

export class TypedMembers {
  readonly #style: CellStyle;
  readonly #isRequired: boolean;
  #paths: readonly {
    /** As the user gave it. */
    readonly given: string;
    readonly name: string;
    readonly path: readonly string[];
    readonly type: CellType;
  }[];
  #isResolved = false;
  /** Names that some row has had. */
  readonly #presentNames = new Set<string>();

  /** @param isRequired false: values that do not have the type stay as they are, and strings are read as if no option named their type */
  constructor(types: ReadonlyMap<string, CellType>, style: CellStyle, isRequired = true) {
    this.#style = style;
    this.#isRequired = isRequired;
    this.#paths = [...types].map(([name, type]) => ({ given: name, name, path: name.split("."), type }));
  }

  /** Names that no row has had. */
  get missing(): readonly string[] {
    return this.#paths.filter(({ given }) => !this.#presentNames.has(given)).map(({ given }) => given);
  }

  /**
   * Converts the members in place. A row whose conditions see other values than the output prints is replaced.
   * Returns the values that do not match their type, by the index of their row.
   */
  convert(batch: Batch): ReadonlyMap<number, readonly BadValue[]> {
    if (!this.#isResolved && batch.length > 0) this.#resolveNames(batch);
    const bad = new Map<number, BadValue[]>();
    for (const [index, row] of batch.entries()) {
      // The texts of numbers are those of the file, without the conversions.
      if (this.#isRequired) unsetShown(row);
      let conditionRow = row;
      for (const { given, name, path, type } of this.#paths) {
        const isOwn = Object.hasOwn(row, name);
        const owner = isOwn ? row : ownerOf(row, path);
        if (owner === undefined) continue;
        this.#presentNames.add(given);
        const member = isOwn ? name : path.at(-1)!;
        const value = this.#convertMember(owner, member, type);
        if (value === undefined) continue;
        if (conditionRow === row && (value !== BAD_CELL || this.#isRequired)) {
          conditionRow = { ...row };
          if (hasOrder(row)) keepOrder(conditionRow, namesInOrder(row));
          setShown(conditionRow, row);
        }
        if (conditionRow !== row && (value !== BAD_CELL || this.#isRequired))
          setAt(conditionRow, isOwn ? [name] : path, value === BAD_CELL ? null : value);
        if (value !== BAD_CELL) continue;
        const badValue = { member: name, text: cellText(owner[member]), type };
        const values = bad.get(index);
        if (values === undefined) bad.set(index, [badValue]);
        else values.push(badValue);
      }
      batch[index] = conditionRow;
    }
    return bad;
  }

  /**
   * Returns a test whether `convert` would keep the values of a row that has only some members. Undefined if they are not converted.
   *
   * @param members names in the row, by the names in the file
   */
  keepsValues(members: ReadonlyMap<string, string>): ((row: Row) => boolean) | undefined {
    const read = this.#paths.flatMap(({ name, path: [first, ...inner], type }) => {
      const path = members.has(name) ? [members.get(name)!] : [members.get(first!), ...inner];
      return path[0] === undefined ? [] : [{ path: path as readonly string[], type }];
    });
    if (read.length === 0) return undefined;
    const column = (type: CellType) => ({ type, isRequired: this.#isRequired });
    return (row) =>
      read.every(({ path, type }) => {
        const value = ownerOf(row, path)?.[path.at(-1)!];
        if (typeof value !== "string" || readPlainCell(value, column(type), this.#style) !== BAD_CELL)
          return true;
        return readOddCell(value, column(type), this.#style) === BAD_CELL;
      });
  }

  /** Finds the members whose names are different in expressions: `Order_Qty` is the member `Order Qty`. */
  #resolveNames(batch: Batch): void {
    this.#isResolved = true;
    const names = [...new Set(batch.flatMap(namesInOrder))];
    this.#paths = this.#paths.map((typedPath) => {
      const name = columnOf(typedPath.name, names);
      return name === undefined || name === typedPath.name ? typedPath : { ...typedPath, name, path: [name] };
    });
  }

  /**
   * Converts a value in its place, or returns the value that only conditions see. `BAD_CELL` does not match the type.
   * Returns undefined for other values.
   */
  #convertMember(owner: Row, name: string, type: CellType): unknown {
    const memberValue = owner[name];
    const style = this.#style;
    const isText = typeof memberValue === "string";
    if (memberValue === "" && !this.#isRequired) return undefined;
    if (memberValue === null || (type === (isText ? "string" : "json") && style.nulls === undefined))
      return undefined;
    // Lists and objects have no cell text of another type.
    if (typeof memberValue === "object") return type === "json" ? undefined : BAD_CELL;
    const column = { type, isRequired: this.#isRequired };
    const text = cellText(memberValue);
    const value = readPlainCell(text, column, style);
    if (value === BAD_CELL) return readOddCell(text, column, style);
    if (value !== memberValue) setOwn(owner, name, value);
    return undefined;
  }
}

/** Sets the member at the end of a path. Copies the objects that contain it, but not the row. */
function setAt(row: Row, path: readonly string[], value: unknown): void {
  let owner = row;
  for (const name of path.slice(0, -1)) {
    const copy = { ...(owner[name] as Row) };
    setOwn(owner, name, copy);
    owner = copy;
  }
  setOwn(owner, path.at(-1)!, value);
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
