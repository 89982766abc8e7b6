/** The code that requests tokens, as one file to load. */
export { codeFlow } from "./code-flow.ts";
export { credentialsSource } from "./credentials-source.ts";
