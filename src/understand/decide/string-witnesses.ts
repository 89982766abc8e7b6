import type { AtomShape } from "./atom-shape.ts";
import { patternSamples } from "./pattern-samples.ts";
import { stringOf } from "./string-positions.ts";

const maxWitnesses = 150;

/** Returns strings that probably have different results for the tests: constants, their neighbors and their variants. */
export function stringWitnesses(shapes: readonly AtomShape[], related: readonly string[]): readonly string[] {
  const constants = new Set<string>(related);
  const pieces: Record<"startsWith" | "contains" | "endsWith", Set<string>> = {
    startsWith: new Set([""]),
    contains: new Set([""]),
    endsWith: new Set([""]),
  };
  for (const shape of shapes) {
    if (shape.kind === "compare")
      for (const constant of shape.constants) {
        const text = stringOf(constant);
        if (text !== undefined) constants.add(text);
      }
    if (shape.kind === "search") pieces[shape.search].add(shape.text);
  }
  const strings = new Set<string>(constants);
  for (const shape of shapes) {
    if (shape.kind !== "predicate" || shape.pattern === undefined) continue;
    for (const sample of patternSamples(shape.pattern)) strings.add(sample);
  }
  const inner = [...pieces.contains].join("");
  for (const start of pieces.startsWith)
    for (const end of pieces.endsWith)
      for (const middle of new Set(["", inner, ...pieces.contains])) {
        strings.add(start + middle + end);
        strings.add(`${start}${middle}x${end}`);
      }
  for (const text of [...strings].slice(0, 30)) for (const variant of variantsOf(text)) strings.add(variant);
  for (const sample of ["", "x", "other", " ", "0", "zzz", "\u{10ffff}"]) strings.add(sample);
  // Keeps all constants, because each is a cell of its own.
  return [...constants, ...[...strings].filter((text) => !constants.has(text)).slice(0, maxWitnesses)];
}

/** Returns neighbors of a string in the order, and strings that are equal to it at a weaker strength. */
function variantsOf(text: string): readonly string[] {
  const shorter = text.slice(0, -1).toWellFormed();
  const last = text.codePointAt(text.length - 1) ?? 0;
  return [
    text + "x",
    text + " ",
    text + "\u0301",
    "x" + text,
    text.toLowerCase(),
    text.toUpperCase(),
    text.normalize("NFD").replace(/\p{M}/gu, ""),
    text + "\u00ad",
    shorter,
    ...(last > 1 && last < 0xd000
      ? [
          shorter + String.fromCodePoint(last - 1),
          shorter + String.fromCodePoint(last - 1) + "zz",
          shorter + String.fromCodePoint(last + 1),
        ]
      : []),
  ];
}
