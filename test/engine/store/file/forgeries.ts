import { checksumOf } from "../../../../src/engine/store/file/checksum.ts";
import { HEADER_BYTES, padded } from "../../../../src/engine/store/file/format.ts";
import { words } from "../../../words.ts";
import { manifestOf, withManifest } from "./bytes.ts";

/** Changes files of saved collections at random, with correct checksums. */

export type Random = (below: number) => number;

/** A file in parts that can be changed. When it is put together, `sections` of the manifest is computed again. */
export interface FileParts {
  readonly sections: Uint8Array[];
  readonly manifest: Manifest;
}

interface Manifest extends Record<string, unknown> {
  readonly blocks: { rows: unknown; texts: number; starts: number }[];
  readonly columns: Record<string, unknown>[];
}

export function partsOf(bytes: Uint8Array): FileParts {
  const manifest = manifestOf(bytes) as Manifest & { readonly sections: readonly [number, number][] };
  let at = HEADER_BYTES;
  const sections = manifest.sections.map(([length]) => {
    const section = bytes.slice(at, at + length);
    at += padded(length);
    return section;
  });
  return { sections, manifest };
}

export function fileOf(bytes: Uint8Array, { sections, manifest }: FileParts): Uint8Array {
  const whole = sections.map((section) => {
    const all = new Uint8Array(padded(section.length));
    all.set(section);
    return all;
  });
  const described = whole.map((all, i) => [sections[i]!.length, checksumOf(all)]);
  const before = new Uint8Array(Buffer.concat([bytes.subarray(0, HEADER_BYTES), ...whole]));
  return withManifest(before, { ...manifest, sections: described });
}

type Forgery = (parts: FileParts, random: Random) => void;

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!;

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  changeBytes({ sections }, random) {
    const section = pick(sections, random);
    for (let i = 0; i <= random(3) && section.length > 0; i++) section[random(section.length)] = random(256);
  },
  truncateSection({ sections }, random) {
    const at = random(sections.length);
    sections[at] = sections[at]!.slice(0, random(sections[at]!.length + 1));
  },
  extendSection({ sections }, random) {
    const at = random(sections.length);
    sections[at] = new Uint8Array(
      Buffer.concat([sections[at]!, new Uint8Array(1 + random(9)).fill(random(256))]),
    );
  },
  swapSections({ sections }, random) {
    const [one, other] = [random(sections.length), random(sections.length)];
    [sections[one], sections[other]] = [sections[other]!, sections[one]!];
  },
  swapColumns({ manifest: { columns } }, random) {
    const [one, other] = [pick(columns, random), pick(columns, random)];
    [one["key"], other["key"]] = [other["key"], one["key"]];
  },
  repeatColumn({ manifest: { columns } }, random) {
    columns.push({ ...pick(columns, random), key: pick(columns, random)["key"] });
  },
  changeColumn({ manifest: { columns } }, random) {
    const column = pick(columns, random);
    column[pick(Object.keys(column), random)] = pick(VALUES, random);
  },
  mixColumns({ manifest: { columns } }, random) {
    const [one, other] = [pick(columns, random), pick(columns, random)];
    const name = pick(Object.keys(other), random);
    one[name] = other[name];
  },
  changeManifest({ manifest }, random) {
    manifest[pick(["rows", "live", "blocks", "columns"], random)] = pick(VALUES, random);
  },
  changeBlock({ manifest: { blocks } }, random) {
    const block = pick(blocks, random) as Record<string, unknown>;
    block[pick(["rows", "texts", "starts"], random)] = pick(VALUES, random);
  },
  replaceRow(parts, random) {
    const { sections, manifest } = parts;
    const { texts, starts } = pick(manifest.blocks, random);
    const offsets = [...new Uint32Array(sections[starts]!.slice().buffer)];
    const row = random(offsets.length - 1);
    const [from, end] = [offsets[row]!, offsets[row + 1]!];
    const given = pick(ROWS, random);
    const text = typeof given === "string" ? new TextEncoder().encode(given) : given;
    const before = sections[texts]!;
    sections[texts] = new Uint8Array(Buffer.concat([before.subarray(0, from), text, before.subarray(end)]));
    const moved = offsets.map((offset, i) => (i <= row ? offset : offset + text.length - (end - from)));
    sections[starts] = new Uint8Array(Uint32Array.from(moved).buffer);
  },
  replaceValue({ sections, manifest: { columns } }, random) {
    const lists = columns.flatMap(({ values }) => (Array.isArray(values) ? (values as number[]) : []));
    const section = pick(lists, random);
    const text = new TextDecoder().decode(sections[section]);
    if (text.startsWith("!")) return;
    const values = JSON.parse(text) as unknown[];
    values[random(values.length)] = pick(VALUES, random);
    sections[section] = new TextEncoder().encode(JSON.stringify(values));
  },
};

const VALUES: readonly unknown[] = [
  ...[0, 1, 2, 3, 4, 7, 8, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, null, true, "", "x", "n1", "numbers"],
  ...words("codes texts lists maps millisecond number string __proto__ 2020-01-01T00:00:00Z"),
  ...[[], [0], [1, 2], ["x"], [null], [[]], {}, { order: "x", ranks: 0 }, [{ order: "x", ranks: 0 }]],
];

const ROWS: readonly (string | Uint8Array)[] = [
  ...["", "{", "nul", "[]", "1", '"x"', "null", "{}", "{}{}", '{"id":1}x', "\ufeff{}", "{'id':1}", "NaN"],
  ...[
    "[".repeat(100_000),
    "[".repeat(5_000) + "]".repeat(5_000),
    '{"a":'.repeat(3_000) + "1" + "}".repeat(3_000),
  ],
  `!${'{"$":["object",'.repeat(20_000)}{}${"]}".repeat(20_000)}`,
  ...['!{"$":["hidden",[1],{"length":-1}]}', '!{"$":["hidden",{},[1]]}', '!{"$":["object",[1]]}', "!", "!!1"],
  ...['!{"$":["bigint","1e9"]}', '!{"$":["date","x"]}', '!{"$":["__proto__"]}', '!{"$":[]}', '!{"$":1}'],
  ...['{"id":3,"id":4}', '{"__proto__":{"name":"n1"},"id":5}', '{"constructor":1,"toString":2,"then":3}'],
  ...['{"id":1e400}', `{"id":${"9".repeat(5_000)}}`, '{"tags":{"length":5}}', '{"tags":[[["x"]]],"o":[]}'],
  ...['!{"id":{"$":["bigint","123456789012345678901234567890"]}}', '{"name":"\\ud800"}', '{"name":"\u0000"}'],
  ...[
    Uint8Array.of(0xff),
    Uint8Array.of(0x22, 0xc0, 0xaf, 0x22),
    Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
  ],
];
