import { resolveMember } from "../../catalog/resolve-member.ts";
import type { KeyColumn } from "../../collation/uca/key-column.ts";
import { hasOwn, ownProperties, ownProperty } from "../../values/own-properties.ts";
import type { DdlRequest } from "./ddl-request.ts";
import { fullStorage, keyColumnOf, tableColumns, type ScalarColumn } from "./table-columns.ts";

/** Index with the columns of its members. */
export interface IndexColumns {
  readonly equal: readonly ScalarColumn[];
  readonly order: ScalarColumn | undefined;
  /** Stored sort keys of the order. */
  readonly keys: readonly KeyColumn[];
  /** Undefined if the index ends with the key anyway. */
  readonly tieBreak: ScalarColumn | undefined;
}

/**
 * Returns the columns of the indexes of a request.
 *
 * @throws TypeError for a member that has no column of its own
 */
export function indexColumns(request: DdlRequest): readonly IndexColumns[] {
  const { catalog, table } = request;
  const indexes = ownProperty(request, "indexes") ?? [];
  const { columns } = tableColumns(request);
  const key = keyColumnOf(columns);
  const storageOf = (name: string) => {
    const member = resolveMember(catalog, name);
    if (member === undefined)
      throw new TypeError(`Unknown member "${name}" of an index: catalog ${catalog.name} does not have it.`);
    const { members = {} } = table;
    return fullStorage(Object.hasOwn(members, name) ? members[name] : undefined, member);
  };
  const columnOf = (name: string): ScalarColumn => {
    const storage = storageOf(name);
    const column = hasOwn(storage, "column")
      ? columns.find((tableColumn) => tableColumn.name === storage.column)
      : undefined;
    if (column?.kind !== "scalar")
      throw new TypeError(`The member "${name}" of an index is not stored in a column of its own.`);
    return column;
  };
  return indexes.map((index) => {
    const { equal = [], order } = ownProperties(index);
    const compared = equal.map(columnOf);
    const isKeyLast = compared.at(-1) === key && order === undefined;
    return {
      equal: compared,
      order: order === undefined ? undefined : columnOf(order),
      keys: order === undefined ? [] : (storageOf(order).keys ?? []),
      tieBreak: isKeyLast ? undefined : key,
    };
  });
}
