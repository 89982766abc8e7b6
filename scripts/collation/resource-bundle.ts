/**
 * Reads compiled resource bundles of ICU (`.res`, format version 2), limited to tables, strings and binaries. An alias of another
 * bundle is a table with the key `%%ALIAS`.
 */

export type Resource = string | Uint8Array | ResourceTable | undefined;
export type ResourceTable = Map<string, Resource>;

/** Returns the root table of a bundle. In it, resources other than tables, strings and binaries are undefined. */
export function readBundle(file: Uint8Array): ResourceTable {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const root = view.getUint16(0, true);
  const units = root + 4 * (view.getUint32(root + 8, true) & 0xffffffff);
  const keyAt = (offset: number): string => {
    let end = root + offset;
    while (file[end] !== 0) end++;
    return Buffer.from(file.subarray(root + offset, end)).toString("latin1");
  };
  const stringAt = (offset: number): string => {
    let at = units + 2 * offset;
    let length = -1;
    const first = view.getUint16(at, true);
    if (first >= 0xdc00 && first <= 0xdfff) {
      at += 2;
      if (first < 0xdfef) length = first & 0x3ff;
      else if (first < 0xdfff) {
        length = ((first - 0xdfef) << 16) | view.getUint16(at, true);
        at += 2;
      } else throw new Error("string in the bundle is too long");
    }
    let text = "";
    for (let i = 0; length < 0 || i < length; i++, at += 2) {
      const unit = view.getUint16(at, true);
      if (length < 0 && unit === 0) break;
      text += String.fromCharCode(unit);
    }
    return text;
  };

  const read = (resource: number): Resource => {
    const offset = resource & 0x0fffffff;
    const at = root + 4 * offset;
    switch (resource >>> 28) {
      case 1:
        return offset === 0 ? new Uint8Array() : file.subarray(at + 4, at + 4 + view.getUint32(at, true));
      case 2: {
        const table: ResourceTable = new Map();
        if (offset === 0) return table;
        const count = view.getUint16(at, true);
        const items = at + 2 * (count + 1 + ((count + 1) & 1));
        for (let i = 0; i < count; i++) {
          table.set(keyAt(view.getUint16(at + 2 + 2 * i, true)), read(view.getUint32(items + 4 * i, true)));
        }
        return table;
      }
      case 5: {
        const start = units + 2 * offset;
        const count = view.getUint16(start, true);
        const table: ResourceTable = new Map();
        for (let i = 0; i < count; i++) {
          const item = view.getUint16(start + 2 + 2 * (count + i), true);
          table.set(keyAt(view.getUint16(start + 2 + 2 * i, true)), stringAt(item));
        }
        return table;
      }
      case 6:
        return stringAt(offset);
      default:
        return undefined;
    }
  };
  const table = read(view.getUint32(root, true));
  if (!(table instanceof Map)) throw new Error("the root of the bundle is not a table");
  return table;
}
