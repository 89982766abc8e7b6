import { print } from "tamis";
import { describe, simplify } from "tamis/understand";
import type { Words } from "../contract/answers.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

const LANGUAGES = [
  ["English", "en"],
  ["Deutsch", "de"],
] as const;

export function words({ catalog }: Data, { filter, order, functions }: ReadQuery): Words {
  const sentences = LANGUAGES.map(([language, tag]) => {
    const options = { catalog, functions, locale: tag };
    const parts = [filter && describe(filter.expression, options), order && describe(order, options)];
    return { language, tag, text: parts.filter((part) => part !== undefined).join(" ") };
  });
  const printed = filter && print(filter.expression);
  const simplified = filter && print(simplify(filter.expression, { catalog, functions }));
  return {
    sentences: sentences.filter(({ text }) => text !== ""),
    simplified: simplified === printed ? undefined : simplified,
  };
}
