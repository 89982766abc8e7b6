import fc from "fast-check";
import { expect, it } from "vitest";
import { nextDouble, previousDouble } from "../../src/values/adjacent-doubles.ts";

it("no double lies between a number and its next or previous double", () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(finite, (number) => {
      const next = nextDouble(number);
      const middle = number + (next - number) / 2;
      expect(next).toBeGreaterThan(number);
      expect(middle === number || middle === next).toBe(true);
      if (Number.isFinite(next)) expect(previousDouble(next) + 0).toBe(number + 0);
    }),
  );
});

it("the doubles next to zero are the smallest ones", () => {
  expect(nextDouble(0)).toBe(5e-324);
  expect(nextDouble(-0)).toBe(5e-324);
  expect(previousDouble(0)).toBe(-5e-324);
  expect(nextDouble(-5e-324)).toBe(-0);
});
