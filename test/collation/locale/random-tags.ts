import { pick, type Random } from "../uca/random-strings.ts";

/** Language tags with random regions, `-u-` keys and other extensions, in random letter case. Reproducible from a seed. */

const BASES = [
  ...["en", "en-US", "de", "de-AT", "sv", "sv-FI", "da", "fr-CA", "fr", "es", "tr", "cs", "ja", "th", "lt"],
  ...["zh", "zh-Hant", "zh-TW", "ko", "hr", "mt", "fi", "hi", "ar", "und", "nb", "iw", "de-1996", "sr-Latn"],
];

const KEYS = [
  ...["kn", "kn-true", "kn-false", "ka-shifted", "ka-noignore", "kb", "kb-true", "kc", "kc-true", "kk"],
  ..."kr-grek-latn kr-digit ks-level1 ks-identic kv-space kv-currency vt-0061 va-posix".split(" "),
  ..."kf-upper kf-lower kf-false kf kf-no kf-unknown nu-thai hc-h12 cu-eur zz-odd".split(" "),
  ...["co-phonebk", "co-trad", "co-emoji", "co-eor", "co-search", "co-standard", "co-pinyin", "co-stroke"],
  ...["co-unihan", "co-zhuyin", "co-compat", "co-unknown", "co", "co-phonebk-odd", "co-ducet", "co-dict"],
];

export function randomTag(next: Random): string {
  let tag = pick(next, BASES);
  if (next() < 0.1) tag += "-t-en-m0-true";
  if (next() < 0.9) {
    tag += "-u";
    if (next() < 0.1) tag += "-attr";
    for (let left = 1 + Math.floor(next() * 3); left > 0; left--) tag += `-${pick(next, KEYS)}`;
  }
  if (next() < 0.1) tag += "-x-u-kn-co-phonebk";
  return Array.from(tag, (letter) => (next() < 0.2 ? letter.toUpperCase() : letter)).join("");
}
