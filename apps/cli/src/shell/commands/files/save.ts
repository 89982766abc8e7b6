import { UsageError } from "../../../command/arguments.ts";
import { requireOtherFile } from "../../session/protected-files.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const saveShellCommand: ShellCommand = {
  name: "save",
  argument: { label: "FILE", kind: "file", isRequired: true },
  summary: "save all rows to a collection file, which tamis query and tamis shell open quickly",
  run: async (session, path, signal) => {
    const { save, files } = session.source;
    if (save === undefined) throw new UsageError(".save is not supported for databases.");
    await requireOtherFile(path, files);
    session.printNote(await save(path, { ...session.scope, signal }));
  },
};
