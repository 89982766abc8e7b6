/** Writes xlsx workbooks part by part, so that tests read files that the package of the reader did not write. */
import { crc32, deflateRawSync } from "node:zlib";

export interface SheetText {
  readonly name: string;
  /** The rows as XML. */
  readonly rows: string;
  readonly state?: string;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** Formats of cells, by the attribute `s`: general, date, date-time, time, a date of a custom format, a number. */
const STYLES = `<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts><cellXfs count="6">${[0, 14, 22, 20, 164, 165].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`;

export function workbook(sheets: readonly SheetText[], strings: readonly string[] = []): Buffer {
  const relations = (items: readonly (readonly [id: string, type: string, target: string])[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${items
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`;
  return zip([
    [
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ],
    ["_rels/.rels", relations([["rId1", "officeDocument", "xl/workbook.xml"]])],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets
        .map(
          ({ name, state = "visible" }, i) =>
            `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
        )
        .join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relations([
        ...sheets.map((_, i) => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`] as const),
        ["rId98", "styles", "styles.xml"],
        ["rId99", "sharedStrings", "sharedStrings.xml"],
      ]),
    ],
    ...sheets.map(
      ({ rows }, i) =>
        [
          `xl/worksheets/sheet${i + 1}.xml`,
          `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
        ] as const,
    ),
    ["xl/styles.xml", `<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`],
    [
      "xl/sharedStrings.xml",
      `<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    ],
  ]);
}

/** Returns the XML of a row with strings, numbers and booleans. Null is a missing cell. */
export function rowOf(number: number, values: readonly (string | number | boolean | null)[]): string {
  const cells = values.map((value, i) => {
    const at = `r="${String.fromCharCode(65 + i)}${number}"`;
    if (value === null) return "";
    if (typeof value === "number") return `<c ${at}><v>${value}</v></c>`;
    if (typeof value === "boolean") return `<c ${at} t="b"><v>${Number(value)}</v></c>`;
    return `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** @param statedSize size of each file that the archive states instead of the real one */
export function zip(files: readonly (readonly [name: string, text: string])[], statedSize?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(statedSize ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), fields, tail, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
