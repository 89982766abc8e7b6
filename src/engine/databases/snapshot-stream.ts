import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "./source.ts";

/**
 * What a snapshot makes, one after the other, for whoever asks for it: a snapshot is open while its function runs, and
 * that function waits until the next thing is wanted. It ends when all has been taken, when the taker stops, or when
 * the signal says so.
 */
export async function* throughSnapshot<T>(
  source: SqlSource,
  work: (session: Session) => AsyncIterable<T>,
  options: SnapshotOptions,
): AsyncGenerator<T, void> {
  const handover = new Handover<T>();
  const { signal } = options;
  const giveUp = () =>
    handover.fail(new StatementError("canceled", "The request was given up.", signal?.reason));
  signal?.addEventListener("abort", giveUp, { once: true });
  const running = source
    .snapshot(async (session) => {
      for await (const item of work(session)) if (!(await handover.give(item))) return;
    }, options)
    .then(
      () => handover.end(),
      (error: unknown) => handover.fail(error),
    );
  try {
    if (signal?.aborted === true) giveUp();
    for (let next = await handover.take(); next !== undefined; next = await handover.take()) yield next.item;
  } finally {
    handover.end();
    await running;
    signal?.removeEventListener("abort", giveUp);
  }
}

/** From one who makes to one who takes: nothing is given before what was given last has been taken. */
class Handover<T> {
  #offered: { readonly item: T } | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  #wake: (() => void)[] = [];

  /** Resolves once it is taken: true. False where nobody takes any more. */
  async give(item: T): Promise<boolean> {
    this.#offered = { item };
    this.#notify();
    while (this.#isOffering() && !this.#isOver) await this.#changed();
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
      await this.#changed();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#notify();
  }

  /** The first failure counts; what is on offer is given up with it. */
  fail(error: unknown): void {
    if (!this.#isOver) this.#failure ??= { error };
    this.end();
  }

  #isOffering(): boolean {
    return this.#offered !== undefined;
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #notify(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const resolve of waiting) resolve();
  }
}
