import fc from "fast-check";
import { words } from "../../../words.ts";

/** Pieces of a line of NDJSON. Most sequences of them are invalid, or valid ones that only `JSON.parse` reads. */
export const linePieces = fc.constantFrom(
  ...["{", "}", "[", "]", ":", ",", '"', '"a"', '"b":', '"a":1', "\\", "\\u00e9"],
  ...["\\ud800", "\\n", "\\x", "ü", "😀", "\u0000", " ", "\t", "\r", "0", "-0", "1"],
  ...words("01 - 1.5 1. .5 1e5 1E+999 123456789012345678 0.1234567890123456789 true false null"),
  ...[
    ...words(`
      tru nulls {} [] {"a":[1,{"b":"c"}],"d":null} "a":"b","c": "a": "b":1
    `),
    '"\\u0061":',
    '"__proto__":',
    "1E+99",
    "1e-100",
  ],
  ...[
    ...words(`
      123456789012345 1234567890123456 0.12345678901234567890123456789012345 1e -x falsy +1 "x" "ü" "日本語"
      "😀😀"
    `),
    '"\\u00E9\\n\\/"',
  ],
  ...[
    '"\\u00g0"',
    '"\\x"',
    '"\\ud800"',
    '"a 16-byte string "',
    ...words(`
      [[[],{}],[{}]] "c":"d", ]} {"b":[ [1,] {"a":1,}
    `),
  ],
);
