import { DIALECTS } from "../../../src/sql/dialects/list.ts";
import type { NativeDatabase } from "./native-type.ts";

/** The databases with native tables: each dialect has a folder with a file `database.ts`. */
export const NATIVE_DATABASES: readonly NativeDatabase[] = await Promise.all(
  DIALECTS.map(
    async ({ name }) => ((await import(`./${name}/database.ts`)) as { TABLES: NativeDatabase }).TABLES,
  ),
);
