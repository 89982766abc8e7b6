import * as library from "js-tokens";

/** Loads the tokenizer of JavaScript on first use. */
export const jsTokensPackage = () => library;
