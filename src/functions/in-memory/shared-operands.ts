import type { Value } from "../../values/types.ts";
import type { Condition, Operand } from "../definition/types.ts";
import { ownProperty } from "../../values/own-properties.ts";

/**
 * Arguments that are compared several times, such as `b` in `lt(a,b,c)`, are computed once per row: otherwise the time would
 * be exponential in the depth of nested calls.
 */
export class SharedOperands {
  readonly #loads: (() => (row: unknown) => void)[] = [];

  /**
   * Returns an operand that is computed once per row. Constants and members remain as they are, because reading them is
   * cheap.
   */
  share(operand: Operand): Operand {
    if (operand.constant !== undefined || operand.property !== undefined) return operand;
    let value: Value = null;
    this.#loads.push(() => {
      const read = operand.read();
      return (row) => {
        value = read(row);
      };
    });
    const equals = (expected: boolean) => () => () => value === expected;
    return {
      ...operand,
      memberTest: undefined,
      falseTest: undefined,
      read: () => () => value,
      isTrue: equals(true),
      isFalse: equals(false),
    };
  }

  /** Returns a condition that computes the shared operands before it is tested on a row. */
  over(condition: Condition): Condition {
    const { isTrue, isFalse, read } = condition;
    if (this.#loads.length === 0) {
      const memberTest = ownProperty(condition, "memberTest");
      const falseTest = ownProperty(condition, "falseTest");
      return { isTrue, isFalse, read, memberTest, falseTest };
    }
    return { isTrue: this.#withLoad(isTrue), isFalse: this.#withLoad(isFalse), read: this.#withLoad(read) };
  }

  #withLoad<T>(make: () => (row: unknown) => T): () => (row: unknown) => T {
    return () => {
      const loads = this.#loads.map((load) => load());
      const evaluate = make();
      return (row) => {
        for (const load of loads) load(row);
        return evaluate(row);
      };
    };
  }
}
