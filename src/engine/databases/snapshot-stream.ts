import { canceled } from "./abort.ts";
import type { Session, SnapshotOptions, SqlSource } from "./source.ts";

/**
 * Yields items from within a snapshot. The snapshot stays open while its function runs, and that function waits until the
 * consumer requests the next item. The snapshot ends after the last item, when the consumer stops, or on abort.
 */
export async function* streamFromSnapshot<T>(
  source: SqlSource,
  work: (session: Session) => AsyncIterable<T>,
  options: SnapshotOptions,
): AsyncGenerator<T, void> {
  const handover = new Handover<T>();
  const { signal } = options;
  const cancel = () => handover.fail(canceled(signal));
  signal?.addEventListener("abort", cancel, { once: true });
  const running = source
    .snapshot(async (session) => {
      for await (const item of work(session)) if (!(await handover.offer(item))) return;
    }, options)
    .then(
      () => handover.end(),
      (error: unknown) => handover.fail(error),
    );
  try {
    if (signal?.aborted === true) cancel();
    for (let next = await handover.take(); next !== undefined; next = await handover.take()) yield next.item;
  } finally {
    handover.end();
    await running;
    signal?.removeEventListener("abort", cancel);
  }
}

class Handover<T> {
  #offered: { readonly item: T } | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  #wake: (() => void)[] = [];

  /**
   * Offers an item to the consumer. Resolves to true when the consumer takes it, to false if the consumer has stopped.
   */
  async offer(item: T): Promise<boolean> {
    this.#offered = { item };
    this.#notify();
    while (this.#isOffering() && !this.#isOver) await this.#waitForChange();
    return !this.#isOver;
  }

  async take(): Promise<{ readonly item: T } | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const offered = this.#offered;
      if (offered !== undefined) {
        this.#offered = undefined;
        this.#notify();
        return offered;
      }
      if (this.#isOver) return undefined;
      await this.#waitForChange();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#notify();
  }

  /** Ends the stream with an error and drops the offered item. Only the first error is reported. */
  fail(error: unknown): void {
    if (!this.#isOver) this.#failure ??= { error };
    this.end();
  }

  #isOffering(): boolean {
    return this.#offered !== undefined;
  }

  #waitForChange(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #notify(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const resolve of waiting) resolve();
  }
}
