import { readFileSync } from "node:fs";

/** A filter or sort of a real request. */
export interface SeenRequest {
  readonly kind: "basic" | "filter" | "fullurl" | "sortBy";
  readonly text: string;
  readonly flags: readonly string[];
}

let requests: readonly SeenRequest[] | undefined;

/** Returns queries that deployed clients sent, URL-decoded. */
export function corpus(): readonly SeenRequest[] {
  return (requests ??= read());
}

function read(): SeenRequest[] {
  const file = readFileSync(new URL("../fixtures/requests-seen.tsv", import.meta.url), "utf8");
  const [, ...lines] = file.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [kind, text = "", flags = ""] = line.split("\t");
    return { kind: kind as SeenRequest["kind"], text, flags: flags.split(",").filter((flag) => flag !== "") };
  });
}

export const filtersSeen = () => corpus().filter(({ kind }) => kind === "filter");
export const sortsSeen = () => corpus().filter(({ kind }) => kind === "sortBy");
