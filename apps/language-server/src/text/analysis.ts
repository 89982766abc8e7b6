import { findEmbedded, openEmbedded, type Embedded } from "tamis/editor/embedded";
import type { ExpressionDocument } from "tamis/editor";
import type { Collection } from "../catalogs/collection.ts";
import type { Settings } from "../catalogs/settings.ts";
import type { Services } from "./services.ts";

/** A filter or a sort of a document. Its offsets are those of the document. */
export interface OpenExpression {
  readonly embedded: Embedded;
  readonly document: ExpressionDocument;
  readonly collection: Collection | undefined;
  /** Expressions with the same scope are about the same members. */
  readonly scope: unknown;
}

/** UTF-16 code units before an expression in which the URL of its request is searched. */
const MAXIMUM_CONTEXT = 2_000;

/** The expressions of one version of a text. */
export class Analysis {
  readonly #text: string;
  readonly #embedded: readonly Embedded[];
  readonly #open: (OpenExpression | undefined)[] = [];
  readonly #collections: readonly Collection[];
  readonly #name: string | undefined;
  readonly #services: Services;

  constructor(
    text: string,
    language: string,
    options: {
      readonly settings: Settings;
      readonly services: Services;
      readonly collections: readonly Collection[];
      /** Name of the collection, if it does not depend on the URL. */
      readonly collection: string | undefined;
    },
  ) {
    const { filterNames, sortByNames } = options.settings;
    this.#text = text;
    this.#embedded = findEmbedded(text, language, { filterNames, sortByNames, includeEmpty: true });
    this.#collections = options.collections;
    this.#name = options.collection;
    this.#services = options.services;
  }

  /** All expressions, in the order of the text. Each is opened when it is reached. */
  *expressions(): Generator<OpenExpression> {
    for (let i = 0; i < this.#embedded.length; i++) yield this.#openAt(i);
  }

  /** Returns the expression around an offset, or directly before or after it. */
  at(offset: number): OpenExpression | undefined {
    const [first] = this.overlapping({ start: offset, end: offset });
    return first;
  }

  /** Expressions that overlap a span, or touch it. */
  *overlapping({ start, end }: { readonly start: number; readonly end: number }): Generator<OpenExpression> {
    for (const [i, { span }] of this.#embedded.entries())
      if (span.start <= end && span.end >= start) yield this.#openAt(i);
  }

  #openAt(index: number): OpenExpression {
    return (this.#open[index] ??= this.#openEmbedded(this.#embedded[index]!));
  }

  #openEmbedded(embedded: Embedded): OpenExpression {
    const before = this.#text.slice(Math.max(0, embedded.span.start - MAXIMUM_CONTEXT), embedded.span.start);
    const collection = this.#collectionOf(before);
    return {
      embedded,
      document: openEmbedded(this.#services.of(collection), embedded),
      collection,
      scope: collection ?? urlBefore(before) ?? embedded,
    };
  }

  /** Selects the collection by the last segment of the URL before an expression. */
  #collectionOf(before: string): Collection | undefined {
    const findCollection = (name: string) => this.#collections.find((collection) => collection.name === name);
    if (this.#name !== undefined) return findCollection(this.#name);
    if (this.#collections.length <= 1) return this.#collections[0];
    const request = before.slice(startOfRequest(before));
    return [...request.matchAll(/\/([\w~%.-]+)\/?(?=[?\s"'`]|$)/g)]
      .map(([, segment]) => findCollection(segment!))
      .findLast((collection) => collection !== undefined);
  }
}

/** Returns the offset after the last empty line, which separates requests. */
function startOfRequest(text: string): number {
  let start = 0;
  for (const { index } of text.matchAll(/\n[ \t\r]*(?=\n)/g)) start = index;
  return start;
}

/** Returns the URL whose query string contains what follows, without its query string. */
function urlBefore(before: string): string | undefined {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const question = line.indexOf("?");
  return question < 0 ? undefined : /[^\s"'`(]*$/.exec(line.slice(0, question))![0];
}
