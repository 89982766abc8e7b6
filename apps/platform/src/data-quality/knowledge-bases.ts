import { readFile } from "node:fs/promises";
import { z } from "zod";

/**
 * The environments of data quality jobs with their quality knowledge bases (QKBs), as a JSON file states them. Names are unique
 * among their siblings.
 */
const name = z.string().min(1).max(255);

const siblings = <T extends { readonly name: string }>(items: z.ZodType<T>) =>
  z.array(items).superRefine((list, context) => {
    const names = new Set<string>();
    for (const [index, item] of list.entries()) {
      if (names.has(item.name))
        context.addIssue({ code: "custom", path: [index, "name"], message: `'${item.name}' occurs twice` });
      names.add(item.name);
    }
  });

const definition = z.strictObject({ name });
const dataQualityFunction = z.strictObject({ name, definitions: siblings(definition) });
const locale = z.strictObject({ name, functions: siblings(dataQualityFunction) });
const qkb = z.strictObject({
  name,
  version: z.string(),
  product: z.string(),
  productVersion: z.string(),
  isDefault: z.boolean(),
  creationTimeStamp: z.iso.datetime(),
  locales: siblings(locale),
});
const context = z.strictObject({ name, qkbs: siblings(qkb) });
const environment = z.strictObject({ name, contexts: siblings(context) });
const fieldContentLocale = z.strictObject({
  name,
  /** A locale that users defined can be deleted. */
  userDefined: z.boolean(),
});

const knowledgeBases = z.strictObject({
  environments: siblings(environment),
  fieldContentLocales: siblings(fieldContentLocale),
});

export type KnowledgeBases = z.infer<typeof knowledgeBases>;
export type Qkb = z.infer<typeof qkb>;
export type Locale = z.infer<typeof locale>;

/** Maximum number of problems in a message. */
const MAX_PROBLEMS = 5;

/**
 * Reads knowledge bases.
 *
 * @param text JSON
 * @throws Error that names the first problems with their paths
 */
export function parseKnowledgeBases(text: string): KnowledgeBases {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`The knowledge bases are not JSON: ${(error as Error).message}`, { cause: error });
  }
  const result = knowledgeBases.safeParse(json, {
    error: ({ code, input }) =>
      code === "invalid_type" && input === undefined ? "it is missing" : undefined,
  });
  if (result.success) return result.data;
  // A misspelled name explains the missing ones.
  const rank = ({ code }: { readonly code: string }) => (code === "unrecognized_keys" ? 0 : 1);
  const issues = [...result.error.issues].sort((a, b) => rank(a) - rank(b));
  const problems = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => `${path.join(".")}: ${message}`);
  const more = issues.length > MAX_PROBLEMS ? `\n${issues.length - MAX_PROBLEMS} more` : "";
  throw new Error(`The knowledge bases are not valid:\n${problems.join("\n")}${more}`);
}

/** @throws Error if the file cannot be read or is not valid */
export async function readKnowledgeBases(path: string): Promise<KnowledgeBases> {
  return parseKnowledgeBases(await readFile(path, "utf8"));
}
