import type { RowChange } from "../contract/row-store.ts";

export type ChangeListener = (change: RowChange) => void;

/** Functions that a store calls after each change. */
export class ChangeListeners {
  readonly #listeners = new Set<ChangeListener>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns a function that removes the listener */
  add(listener: ChangeListener): () => void {
    const registered: ChangeListener = (change) => listener(change);
    this.#listeners.add(registered);
    return () => void this.#listeners.delete(registered);
  }

  /** The change is already stored. An error in one listener must neither make it fail nor stop the other listeners. */
  notify(change: RowChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
