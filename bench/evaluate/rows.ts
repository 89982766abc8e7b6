import { randomNumbers } from "../harness.ts";

export interface Row {
  readonly id: number;
  readonly name: string;
  readonly createdBy: string;
  readonly state: string;
  readonly description: string;
  readonly modifiedTimeStamp: string;
  readonly score: number;
  readonly size: number;
  readonly owner: { readonly city: string; readonly country: string };
  readonly tags: readonly string[];
}

/** Generates rows, the same ones in every run. They are plain objects made by `JSON.parse`, as from a response. */
export function makeRows(count: number): Row[] {
  const rows: Row[] = [];
  const next = randomNumbers(20_261_121);
  const names = makeNames(next);
  while (rows.length < count) {
    const block: string[] = [];
    const size = Math.min(10_000, count - rows.length);
    for (let i = 0; i < size; i++) block.push(rowText(rows.length + i, names, next));
    // Not `push(...)`, which would pass all rows as arguments.
    for (const row of JSON.parse(`[${block.join(",")}]`) as Row[]) rows.push(row);
  }
  return rows;
}

const FIRST = "José Maria Zoë Anna Jürgen Søren Ines Mateo Chloé Łukasz Ana Noah Mia Øyvind Renée Ömer".split(
  " ",
);
const LAST =
  "García Müller Smith Nguyễn Håkansson O'Brien Ferreira Kovács Dvořák Rossi Lindqvist Şahin".split(" ");
const STATES = "draft running completed failed canceled pending archived published locked review".split(" ");
const CITIES = "Zürich Málaga Oslo Kraków Paris Porto Lyon Graz Izmir Ghent Turin".split(" ");
const COUNTRIES = "CH ES NO PL FR PT AT TR BE IT".split(" ");
const WORDS =
  "risk model résumé naïve median rolling report quarter forecast credit score daily région audit sales customer churn data".split(
    " ",
  );
const TAGS = "python sas r weekly gold test".split(" ");

/** Generates 50,000 names. Some first letters are far more frequent than others. */
function makeNames(next: () => number): string[] {
  return Array.from(
    { length: 50_000 },
    (_, i) => `${pick(FIRST, next)} ${pick(LAST, next)} ${i.toString(36)}`,
  );
}

/** Returns a row as JSON. None of its strings needs escaping. */
function rowText(id: number, names: readonly string[], next: () => number): string {
  let words = pick(WORDS, next);
  for (let i = 1; i < 8; i++) words += ` ${pick(WORDS, next)}`;
  const time = new Date(START + Math.floor(next() * SIX_YEARS)).toISOString();
  return `{"id":${id},"name":"${pick(names, next)}","createdBy":"user${Math.floor(next() * 180)}",\
"state":"${pick(STATES, next)}","description":"${words} ${Math.floor(next() * 10_000)}",\
"modifiedTimeStamp":"${time}","score":${Math.floor(next() * 1_000_000) / 10_000},\
"size":${Math.floor(next() * 5_000_000)},"owner":{"city":"${pick(CITIES, next)}",\
"country":"${pick(COUNTRIES, next)}"},"tags":["${pick(TAGS, next)}","${pick(TAGS, next)}"]}`;
}

const START = Date.UTC(2020, 0, 1);
const SIX_YEARS = 2_191 * 86_400_000;

function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)]!;
}
