import { expect, it } from "vitest";
import { createLanguageService } from "../../src/editor/service.ts";
import { readTokens } from "../../src/editor/syntax/tokens.ts";
import { sqlBridge } from "../../src/bridges/sql/bridge.ts";
import { REPORTS } from "./catalog.ts";
import { exercise, VALID_TEXTS } from "./exercise.ts";

const services = [
  createLanguageService({ catalog: REPORTS, languages: [sqlBridge] }),
  createLanguageService(),
];

it.each(VALID_TEXTS)("every prefix of the %s %s has answers inside the text", (kind, text) => {
  const wrong: string[] = [];
  for (let end = 0; end <= text.length; end++) {
    const prefix = text.slice(0, end);
    for (const service of services) {
      wrong.push(...exercise(service, prefix, kind, end));
      wrong.push(...exercise(service, prefix, kind, end >> 1));
    }
  }
  expect(wrong).toEqual([]);
});

it.each(VALID_TEXTS)("the %s %s without any one of its tokens has answers inside the text", (kind, text) => {
  const wrong: string[] = [];
  for (const { start, end } of readTokens(text)) {
    const broken = text.slice(0, start) + text.slice(end);
    for (const service of services) {
      wrong.push(...exercise(service, broken, kind, start));
      wrong.push(...exercise(service, broken, kind, broken.length));
    }
  }
  expect(wrong).toEqual([]);
});

it("every offset of a correct text has answers inside the text", () => {
  const wrong = VALID_TEXTS.flatMap(([kind, text]) =>
    Array.from({ length: text.length + 1 }, (_, offset) => exercise(services[0]!, text, kind, offset)).flat(),
  );
  expect(wrong).toEqual([]);
});
