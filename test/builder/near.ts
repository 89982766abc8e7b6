import { defineFunction } from "../../src/functions/factories/define-function.ts";

/** A service's own function of two numbers. */
export const near = defineFunction({
  name: "near",
  summary: "True if the number is near the other one.",
  parameters: [
    { name: "e", type: "number" },
    { name: "to", type: "number" },
  ],
  result: "boolean",
  evaluate: (a, b) => Math.abs(a - b) < 1,
});
