import { show } from "tamis/diagnostics";
import { listMembers, typeText } from "tamis/editor";
import { UsageError } from "../../../command/arguments.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { showTable } from "../../session/show-page.ts";

export const membersShellCommand: ShellCommand = {
  name: "members",
  argument: { label: "[TEXT]", kind: "member" },
  summary: "list members with their types, or only those whose names contain TEXT",
  run: async (session, text) => {
    const part = text.toLowerCase();
    const matches = listMembers(session.catalog).filter(({ name }) => name.toLowerCase().includes(part));
    if (matches.length === 0) throw new UsageError(`No member name contains '${show(text)}'.`);
    const { key } = session.catalog;
    await showTable(
      session,
      matches.map(({ name, member }) => ({
        member: name,
        type: typeText(member),
        nullable: member.nullable,
        ...(matches.some((match) => match.member.property !== match.member.name)
          ? { property: member.property === member.name ? null : member.property }
          : {}),
        ...(key === undefined ? {} : { key: name === key ? true : null }),
      })),
    );
  },
};
