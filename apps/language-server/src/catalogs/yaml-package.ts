import * as library from "yaml";

/** Loads the parser of YAML on first use: most catalogs are JSON. */
export const yamlPackage = () => library;
