import { isSupportedLocale } from "tamis/collation";
import type { Arguments } from "../command/arguments.ts";
import { readLocale } from "../command/locale-option.ts";

/** Languages among which `Accept-Language` chooses. The first applies if none matches. */
const LANGUAGES =
  "en ar bg bn ca cs da de el es et fa fi fr he hi hr hu id is it ja ko lt lv nb nl pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh zh-Hant";

/** Returns the languages of `--locale`, or else all common ones. */
export function servedLocales(args: Arguments): readonly string[] {
  const text = args.text("locale");
  if (text === undefined) return LANGUAGES.split(" ").filter(isSupportedLocale);
  const tags = text.split(",").map((part) => part.split(";")[0]!.trim());
  return tags
    .filter((tag) => tag !== "*")
    .flatMap((tag) => Object.values<string>(readLocale(tag, "--locale ")));
}
