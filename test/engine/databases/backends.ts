import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";

/** A backend that `useOpened` opens and ends. */
export interface Backend<T> {
  readonly name: string;
  readonly open: () => Promise<(T & { readonly end: () => Promise<void> }) | undefined>;
}

/**
 * Returns memory and all databases, for tests that expect the same of each.
 *
 * @param inDatabase creates the tables of the tests
 */
export function backends<T>(
  inMemory: () => T,
  inDatabase: (database: OpenedDatabase, product: Product) => Promise<T>,
): readonly Backend<T>[] {
  return [
    { name: "memory", open: () => Promise.resolve({ ...inMemory(), end: () => Promise.resolve() }) },
    ...DATABASES.map(({ name, product, open }) => ({
      name,
      async open() {
        const database = await open();
        return database && { ...(await inDatabase(database, product)), end: database.end };
      },
    })),
  ];
}
