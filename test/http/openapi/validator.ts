interface Validation {
  readonly valid: boolean;
  readonly errors?: unknown;
}

interface Validator {
  validate: (document: object) => Promise<Validation>;
}

let shared: Validator | undefined;

/** Returns the errors that a published validator finds in a document; undefined for a valid one. */
export async function problemsOf(document: object): Promise<unknown> {
  const { Validator } = await loadPackage<{ Validator: new () => Validator }>(
    "@seriousme/openapi-schema-validator",
  );
  const { valid, errors } = await (shared ??= new Validator()).validate(structuredClone(document));
  return valid ? undefined : (errors ?? "invalid");
}

/** Imports a package by a variable name, so that the project type-checks without the packages that only tests use. */
export async function loadPackage<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}
