import { parentPort } from "node:worker_threads";
import { check, checkSortBy } from "../../../../src/checker/check.ts";
import { attachCollection } from "../../../../src/engine/store/shared/attach-collection.ts";
import type { SharedCollection } from "../../../../src/engine/store/shared/share-collection.ts";
import type { MemoryReader } from "../../../../src/engine/store/queries/memory-reader.ts";
import { parseFilter, parseSortBy } from "../../../../src/parser/parse.ts";
import { succeeded } from "../../../succeeded.ts";

export interface Question {
  readonly id: number;
  readonly filter: string;
  readonly sortBy: string;
  readonly locale: string | undefined;
  readonly start: number;
  readonly limit: number;
}

export interface Row {
  readonly stamp: number;
}

/** Answers to a question. Rows are represented by their stamps. */
export type Answers = ReturnType<typeof answersOf>;

export interface Version {
  readonly version: number;
  /** Number of the thread, if it replaces an ended one. */
  readonly thread?: number;
  readonly shared: SharedCollection;
}

export function answersOf(collection: MemoryReader<Row>, question: Question) {
  const { catalog } = collection;
  const { start, limit, locale } = question;
  const { filter } = check(parseFilter(question.filter).expression!, catalog);
  const { sortBy } = checkSortBy(parseSortBy(question.sortBy).expression!, catalog);
  if (filter === undefined || sortBy === undefined)
    throw new Error(`unreadable: ${JSON.stringify(question)}`);
  const stamps = (rows: Iterable<Row>) => Array.from(rows, ({ stamp }) => stamp);
  const page = collection.page({ filter, sortBy, start, limit }, { locale });
  const after =
    page.next && collection.page({ filter, sortBy, start: 0, limit }, { locale, after: page.next });
  return {
    page: stamps(page.items),
    count: collection.count({ filter }, { locale }),
    after: after && stamps(after.items),
    all: stamps(collection.all({ filter, sortBy }, { locale })),
    streamed: stamps(collection.stream({ filter, sortBy }, { locale })),
    least: collection.minMax("id", { filter }, { locale }),
  };
}

/** Answers questions, each by the last version that came before it. */
function answerAll(port: NonNullable<typeof parentPort>): void {
  let current: { readonly version: number; readonly collection: MemoryReader<Row> } | undefined;
  let last = Promise.resolve();
  const handle = async (message: Version | Question) => {
    if ("shared" in message) {
      const attached = succeeded(await attachCollection<Row>(message.shared, { thread: message.thread }));
      current = { version: message.version, collection: attached.collection };
    } else {
      const { version, collection } = current!;
      port.postMessage({ id: message.id, version, answers: answersOf(collection, message) });
    }
  };
  port.on("message", (message: Version | Question) => {
    last = last.then(() => handle(message));
  });
}

if (parentPort !== null && process.argv.includes("reading")) answerAll(parentPort);
