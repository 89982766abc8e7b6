/** Nodes for the tests of templates, under short names. */
export { name, string, temporal as temporalOf } from "../../src/ast/constructors.ts";
export { eq } from "../../src/builder/functions.ts";
