/** Everything that a job needs to know. The code of a job is its text form, so a job runs exactly the code that it shows. */
export interface JobSettings {
  readonly dataLibrary: string;
  /** Beginning of the names of the tables. */
  readonly prefix: string;
  /** Table to measure; null for the last one of the prefix. */
  readonly dataTable: string | null;
  readonly targetLevel: "binary" | "interval";
  /** Column with the actual values. */
  readonly target: string;
  /** Value of a binary target that is predicted; null for other targets. */
  readonly event: string | null;
  /** Column with the predictions. */
  readonly prediction: string;
  readonly inputs: readonly string[];
  readonly bins: number;
}

const HEADER = "/* Measures the predictions of a model. */";

/** Returns the code of a job: one assignment for each setting, whose value is JSON. */
export function writeCode(settings: JobSettings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)};`);
  return `${[HEADER, ...lines, "measure;"].join("\n")}\n`;
}

/** Reads code that {@link writeCode} wrote. Clients cannot change the code of a job. */
export function readCode(code: string): JobSettings {
  // JSON escapes line feeds, but not the other line separators of Unicode, so the lines are split at line feeds only.
  const entries = code.split("\n").flatMap((line) => {
    const [, name, value] = /^(\w+) = ([^]*);$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, JSON.parse(value!) as unknown]];
  });
  return Object.fromEntries(entries) as JobSettings;
}
