/**
 * Folders with packages that examples import, relative to the repository. Packages of the root install are found from each of
 * them.
 */
export const PACKAGE_FOLDERS = ["test/orm/", "test/monaco/", "test/engine/databases/drivers/"] as const;
