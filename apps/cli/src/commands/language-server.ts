import { messageOf } from "../io/errors.ts";
import { UsageError } from "../command/arguments.ts";
import type { Command } from "../command/command.ts";
import { note } from "../command/report.ts";
import { VERSION } from "../command/version.ts";

export const languageServerCommand: Command = {
  name: "language-server",
  summary: "Serve diagnostics, completion and more to editors, over the Language Server Protocol",
  usage: "language-server [--stdio]",
  options: [
    { name: "stdio", help: "use standard input and standard output, which is the default and the only way" },
    {
      name: "clientProcessId",
      value: "ID",
      help: "accepted because editors pass it; the server ends with its input",
    },
  ],
  notes: [
    "Editors start the command. It checks filters and sorts in requests, JSON, YAML, scripts, Markdown and files .tamis-filter, as tamis lint does, and completes, explains, formats and renames. docs/language-server.md describes the settings: the catalogs of files, from a catalog, an OpenAPI description, data or a running server.",
  ],
  examples: [
    `printf 'Content-Length: 44\\r\\n\\r\\n{"jsonrpc":"2.0","id":1,"method":"shutdown"}' | tamis language-server --stdio`,
  ],
  run: async (scope) => {
    const { args, io, signal } = scope;
    if (args.positionals.length > 0) throw new UsageError("tamis language-server takes no arguments.");
    if (io.stdinIsTTY) note(scope, "Waiting for messages of an editor on standard input.");
    const { runLanguageServer } = await import("tamis-language-server");
    const { readData } = await import("../language-server/read-data.ts");
    return runLanguageServer({
      input: io.stdin,
      output: io.stdout,
      version: VERSION,
      readData: (path, loading) => readData(path, { ...scope, signal: AbortSignal.any([signal, loading]) }),
      onError: (error) => note(scope, `internal error: ${messageOf(error)}`),
      signal,
    });
  },
};
