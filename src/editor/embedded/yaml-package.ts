import * as library from "yaml";

/** Loads the parser of YAML on first use: most texts are not YAML. */
export const yamlPackage = () => library;
