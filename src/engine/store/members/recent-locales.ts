import type { Task } from "../tasks/task.ts";

/** Use of a locale, from its first request until its ranks are dropped. */
export interface LocaleUse {
  /** Number of tasks that may have references to ranks of the locale. */
  tasks: number;
}

/**
 * Locales of requests, least recently used first. Requests choose the locale, so only the ranks of some locales are
 * kept. A locale of a running task is never dropped, because the task may be paused while it reads ranks.
 */
export class RecentLocales {
  readonly #capacity: number;
  readonly #drop: (locale: string) => void;
  readonly #uses = new Map<string, LocaleUse>();
  /** Use of requests without a locale. Sort orders have it for the catalog's key as well, so it is always kept. */
  readonly #withoutLocale: LocaleUse = { tasks: 0 };
  /** The most recently used locale, which needs no move. */
  #newest: { readonly locale: string; readonly use: LocaleUse } | undefined;

  /**
   * @param capacity maximum number of locales. Only those of running tasks can exceed it.
   * @param drop releases the ranks of a locale
   */
  constructor(capacity: number, drop: (locale: string) => void) {
    this.#capacity = capacity;
    this.#drop = drop;
  }

  /**
   * Makes a locale the most recently used one. Returns the same object until the locale is dropped, so that tests that
   * were compiled before can be recognized.
   */
  use(locale: string | undefined): LocaleUse {
    if (locale === undefined) return this.#withoutLocale;
    if (this.#newest?.locale === locale) return this.#newest.use;
    const use = this.#uses.get(locale) ?? { tasks: 0 };
    this.#uses.delete(locale);
    this.#uses.set(locale, use);
    this.#newest = { locale, use };
    this.#dropOldest(locale);
    return use;
  }

  /** Runs a task whose locale is kept until the task ends. */
  *keepDuring<R>(locale: string | undefined, task: Task<R>): Task<R> {
    const use = this.use(locale);
    use.tasks++;
    try {
      return yield* task;
    } finally {
      use.tasks--;
      this.#dropOldest(undefined);
    }
  }

  #dropOldest(current: string | undefined): void {
    for (const [locale, { tasks }] of this.#uses) {
      if (this.#uses.size <= this.#capacity) break;
      if (tasks > 0 || locale === current) continue;
      this.#uses.delete(locale);
      if (this.#newest?.locale === locale) this.#newest = undefined;
      this.#drop(locale);
    }
  }
}
