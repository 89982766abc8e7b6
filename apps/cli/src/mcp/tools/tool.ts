import type { ServedCollection } from "../../serve/sources/served-source.ts";
import type { HttpHandler } from "tamis/http";
import { didYouMean } from "../../command/arguments.ts";

/** A tool that a language model can call. All tools only read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  /** JSON Schema of the content of results, also of errors. */
  readonly outputSchema: object;
  readonly run: (args: ToolArguments, signal: AbortSignal) => Promise<ToolResult>;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly content: object;
  /** Whether the content describes an error that the model can correct. */
  readonly isError?: boolean;
}

/** The collections that tools read. */
export interface ToolContext {
  readonly collections: readonly ServedCollection[];
  /** Answers requests to the collections. */
  readonly handle: HttpHandler;
}

/** An argument that the model can correct. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/** Turns errors of arguments into results, so that the model sees them. */
export function makeTool(tool: Tool): Tool {
  const argumentNames = Object.keys((tool.inputSchema as { readonly properties: object }).properties);
  return {
    ...tool,
    run: async (args, signal) => {
      try {
        for (const name of Object.keys(args)) {
          if (argumentNames.includes(name)) continue;
          const names = argumentNames.length === 0 ? "It has none." : `It has ${argumentNames.join(", ")}.`;
          throw new ArgumentError(
            `${tool.name} has no argument '${name}'. ${names}${didYouMean(name, argumentNames)}`,
          );
        }
        return await tool.run(args, signal);
      } catch (error) {
        if (error instanceof ArgumentError) return { content: { error: error.message }, isError: true };
        throw error;
      }
    },
  };
}

export function collectionOf({ collections }: ToolContext, args: ToolArguments): ServedCollection {
  const name = textOf(args, "collection");
  const collection = collections.find((candidate) => candidate.name === name);
  if (collection !== undefined) return collection;
  const names = collections.map((candidate) => candidate.name);
  throw new ArgumentError(
    name === undefined
      ? `The argument collection is missing. The collections are ${listed(names)}.`
      : `There is no collection '${name}'. The collections are ${listed(names)}.${didYouMean(name, names)}`,
  );
}

const SHOWN_NAMES = 20;

function listed(names: readonly string[]): string {
  const remainder = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : "";
  return names.slice(0, SHOWN_NAMES).join(", ") + remainder;
}

/** @throws ArgumentError for a value of another type */
export function textOf(args: ToolArguments, name: string): string | undefined {
  const value = valueOf(args, name);
  if (value === undefined || typeof value === "string") return value;
  throw new ArgumentError(`${name} must be a string.`);
}

export function countOf(args: ToolArguments, name: string): number | undefined {
  const value = valueOf(args, name);
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0))
    return value as number | undefined;
  throw new ArgumentError(`${name} must be an integer >= 0.`);
}

export function namesOf(args: ToolArguments, name: string): readonly string[] | undefined {
  const value = valueOf(args, name);
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((element) => typeof element === "string")) return value;
  throw new ArgumentError(`${name} must be a list of strings.`);
}

/** Models often send null for an argument that they leave out. */
function valueOf(args: ToolArguments, name: string): unknown {
  return Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined;
}
