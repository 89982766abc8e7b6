/** Finds the collations of a locale by the rules of ICU: first aliases, then parents, nearest first. */
import type { IcuData } from "./icu-data.ts";
import type { Bundle } from "./source.ts";

/** Types with another name in language tags. */
const SHORT: Readonly<Record<string, string>> = {
  phonebook: "phonebk",
  traditional: "trad",
  dictionary: "dict",
};

/**
 * Returns a line per locale: `tag default type=data type=data …`.
 *
 * @param use is called for each tailoring of a locale, with its name.
 */
export function localeLines(
  bundles: ReadonlyMap<string, Bundle>,
  use: (name: string, data: IcuData) => void,
): string[] {
  const lines: string[] = [];
  for (const name of bundles.keys()) {
    // Names such as `de__PHONEBOOK` have an older form than language tags.
    if (name !== "root" && !/^[a-z]{2,3}(_[A-Z][a-z]{3})?(_[A-Z]{2})?(_POSIX)?$/.test(name)) continue;
    const chain = chainOf(bundles, name);
    const defaultType =
      chain.map((each) => bundles.get(each)!.defaultType).find((type) => type !== undefined) ?? "standard";
    const types = new Map<string, string>([["standard", ""]]);
    for (const each of [...chain].reverse()) {
      for (const [type, data] of bundles.get(each)!.types) {
        if (each === "root" && type === "standard") continue;
        const module = `${tagOf(each)}-${SHORT[type] ?? type}`;
        types.set(SHORT[type] ?? type, module);
        use(module, data);
      }
    }
    lines.push(
      [
        tagOf(name),
        SHORT[defaultType] ?? defaultType,
        ...[...types].sort().map(([type, module]) => `${type}=${module}`),
      ].join(" "),
    );
  }
  return lines;
}

function chainOf(bundles: ReadonlyMap<string, Bundle>, name: string): string[] {
  const chain: string[] = [];
  for (let at: string | undefined = name; at !== undefined;) {
    const bundle = bundles.get(at);
    if (bundle?.alias !== undefined) {
      at = bundle.alias;
      continue;
    }
    if (bundle !== undefined) chain.push(at);
    at =
      at === "root"
        ? undefined
        : (bundle?.parent ?? (at.includes("_") ? at.slice(0, at.lastIndexOf("_")) : "root"));
  }
  return chain;
}

function tagOf(name: string): string {
  return name === "root" ? "und" : name.replaceAll("_", "-");
}
