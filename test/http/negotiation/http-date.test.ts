import { expect, it } from "vitest";
import { parseHttpDate } from "../../../src/http/negotiation/http-date.ts";

const NOW = Date.UTC(2026, 5, 1);
const TIME = Date.UTC(1994, 10, 6, 8, 49, 37);

it.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", TIME],
  ["Sunday, 06-Nov-94 08:49:37 GMT", TIME],
  ["Sun Nov  6 08:49:37 1994", TIME],
  [" Sun, 06 Nov 1994 08:49:37 GMT ", TIME],
  ["Sat Dec 31 23:59:59 2044", Date.UTC(2044, 11, 31, 23, 59, 59)],
  // A year of two digits is at most 50 years in the future.
  ["Tuesday, 02-Jun-76 00:00:00 GMT", Date.UTC(2076, 5, 2)],
  ["Thursday, 02-Jun-77 00:00:00 GMT", Date.UTC(1977, 5, 2)],
  ["Thu, 29 Feb 2024 00:00:00 GMT", Date.UTC(2024, 1, 29)],
])("the HTTP date %s is read", (text, expected) => {
  expect(parseHttpDate(text, NOW)).toBe(expected);
});

it.each([
  "",
  "Sun, 06 Nov 1994 08:49:37",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 06 nov 1994 08:49:37 GMT",
  "Sun, 06 Foo 1994 08:49:37 GMT",
  "Wed, 31 Jun 2026 00:00:00 GMT",
  "Thu, 29 Feb 2023 00:00:00 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun Nov 06 08:49:37 1994 GMT",
  "Sun Nov 0 08:49:37 1994",
  "Sunday, 31-Jun-94 08:49:37 GMT",
  "1994-11-06T08:49:37Z",
])("%j is no HTTP date", (text) => {
  expect(parseHttpDate(text, NOW)).toBeUndefined();
});
