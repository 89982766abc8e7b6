import { UsageError } from "../../../command/arguments.ts";
import { OUTPUT_ARGUMENT, readOutputArgument, requireSessionOutput } from "../../session/output-argument.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const saveShellCommand: ShellCommand = {
  name: "save",
  argument: OUTPUT_ARGUMENT,
  summary: "save all rows to a collection file, which tamis query and tamis shell open quickly",
  run: async (session, argument, signal) => {
    const { save } = session.source;
    if (save === undefined) throw new UsageError(".save is not supported for databases.");
    const output = readOutputArgument(argument);
    await requireSessionOutput(session, output);
    session.printNote(await save(output.path, { ...session.scope, signal }));
  },
};
