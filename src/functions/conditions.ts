import type { Operand, Test } from "./types.ts";

/**
 * Three-valued logic without a third value: each condition is compiled twice, into "is it true" and "is it false".
 * Unknown is where neither holds. A row then costs two-valued tests alone.
 */

/** Holds where all do. Stops at the first that does not. */
export function all(tests: readonly Test[]): Test {
  const [a, b, c, d] = tests;
  switch (tests.length) {
    case 0:
      return () => true;
    case 1:
      return a!;
    case 2:
      return (row) => a!(row) && b!(row);
    case 3:
      return (row) => a!(row) && b!(row) && c!(row);
    case 4:
      return (row) => a!(row) && b!(row) && c!(row) && d!(row);
    default:
      return all(quarters(tests).map(all));
  }
}

/** Holds where one does. Stops at the first that does. */
export function any(tests: readonly Test[]): Test {
  const [a, b, c, d] = tests;
  switch (tests.length) {
    case 0:
      return () => false;
    case 1:
      return a!;
    case 2:
      return (row) => a!(row) || b!(row);
    case 3:
      return (row) => a!(row) || b!(row) || c!(row);
    case 4:
      return (row) => a!(row) || b!(row) || c!(row) || d!(row);
    default:
      return any(quarters(tests).map(any));
  }
}

/** Many tests in four parts: calls that are written out are quicker than a loop, however often it runs. */
function quarters(tests: readonly Test[]): Test[][] {
  const size = Math.ceil(tests.length / 4);
  const parts: Test[][] = [];
  for (let at = 0; at < tests.length; at += size) parts.push(tests.slice(at, at + size));
  return parts;
}

export const trueTests = (operands: readonly Operand[]) => operands.map((operand) => operand.isTrue());
export const falseTests = (operands: readonly Operand[]) => operands.map((operand) => operand.isFalse());
