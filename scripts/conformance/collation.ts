import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { encode, type Case, type CaseFile } from "./case.ts";
import { filterCase, orderCase } from "./make.ts";

/** Words of several languages that differ by strength and locale, and search strings for them. */
const LANGUAGES: readonly {
  readonly locale: string;
  readonly words: readonly string[];
  readonly parts: readonly string[];
}[] = [
  {
    locale: "en",
    words: [
      "resume",
      "Resume",
      "résumé",
      "re\u0301sume\u0301",
      "RÉSUMÉ",
      "role",
      "rôle",
      "zebra",
      "co-op",
      "coop",
    ],
    parts: ["sum", "É", "ro"],
  },
  {
    locale: "de",
    words: ["Straße", "Strasse", "STRASSE", "Straßen", "offen", "öffnen", "o\u0308ffnen", "Öl", "Zug", "ß"],
    parts: ["ss", "s", "O", "straß"],
  },
  {
    locale: "sv",
    words: ["zon", "ål", "äl", "öl", "ol", "Öl", "a\u030al", "wal", "val", "al"],
    parts: ["o", "A", "ö"],
  },
  {
    locale: "cs",
    words: ["chata", "cihla", "hrad", "Chata", "CHATA", "čas", "cas", "řeka", "reka", "had"],
    parts: ["c", "ch", "R"],
  },
  {
    locale: "da",
    words: ["Aalborg", "Ålborg", "zoo", "ærlig", "aerlig", "øl", "ol", "Ol", "Å", "aa"],
    parts: ["a", "å", "O"],
  },
  {
    locale: "ja",
    words: ["あ", "ア", "い", "イ", "がく", "ガク", "かく", "か\u3099く", "字", "A"],
    parts: ["か", "ガ", "ク"],
  },
  {
    locale: "tr",
    words: ["ılık", "ilk", "Ilık", "İlk", "IRMAK", "irmak", "çay", "cay", "şal", "sal"],
    parts: ["i", "I", "C"],
  },
  {
    locale: "fr-CA",
    words: ["cote", "coté", "côte", "côté", "Côté", "œuf", "oeuf", "OEUF", "élève", "eleve"],
    parts: ["E", "ô", "oe"],
  },
];

export function collationFile(): CaseFile {
  const tables: Record<string, readonly unknown[]> = {};
  const cases: Case[] = [];
  for (const { locale, words, parts } of LANGUAGES) {
    const rows = words.map((v) => ({ v }));
    const table = [locale, rows] as const;
    tables[locale] = rows.map(encode);
    const add = (expression: string) =>
      cases.push(filterCase(`collation/${locale}/${expression}`, expression, table, { locale }));
    for (const strength of STRENGTHS) {
      for (const word of words.slice(0, 3)) add(`eq($${strength},v,'${word}')`);
      add(`lt($${strength},v,'${words[3]!}')`);
      cases.push(orderCase(`collation/${locale}/order/${strength}`, `v:${strength}`, table, { locale }));
    }
    for (const strength of ["primary", "secondary", "tertiary", "identical"]) {
      for (const part of parts) add(`contains($${strength},v,'${part}')`);
      add(`startsWith($${strength},v,'${parts[0]!}')`);
      add(`endsWith($${strength},v,'${parts[1]!}')`);
    }
    add(`in($primary,v,'${words[1]!}','${words[4]!}')`);
    add(`eq(v,'${words[2]!}')`);
    cases.push(orderCase(`collation/${locale}/order/descending`, "v:descending", table, { locale }));
  }
  return {
    about:
      "Equality, order and search at each strength in eight locales (Unicode collation data of CLDR 48).",
    tables,
    cases,
  };
}
