import { print } from "tamis";
import { requireAnswer } from "../../../query/answer.ts";
import { currentView, requireComparableMember } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { printSummary, showTable, startTimer } from "../../session/show-page.ts";

export const minmaxShellCommand: ShellCommand = {
  name: "minmax",
  argument: { label: "MEMBER", kind: "member", isRequired: true },
  summary: "show the smallest and the largest value of a member among the current rows",
  run: async (session, text, signal) => {
    const member = requireComparableMember(session, text);
    const elapsed = startTimer(session);
    const { filter } = currentView(session);
    const answer = await session.source.minMax(member, filter, session.options(signal));
    const { minMax } = requireAnswer(answer, print(filter.expression), session.scope);
    const time = elapsed();
    await showTable(session, minMax === undefined ? [] : [minMax]);
    printSummary(session, minMax === undefined ? "no values" : "min and max", time);
  },
};
