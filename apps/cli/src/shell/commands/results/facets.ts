import { UsageError } from "../../../command/arguments.ts";
import { requireComparableMember } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { formatRows } from "../../../io/format-count.ts";
import { printSummary, showTable, startTimer } from "../../session/show-page.ts";

/** Maximum number of values shown if the session has no limit. */
const MAX_VALUES = 100;

export const facetsShellCommand: ShellCommand = {
  name: "facets",
  argument: { label: "MEMBER", kind: "member", isRequired: true },
  summary: "count the values of a member among the current rows, most frequent first",
  run: async (session, text, signal) => {
    const member = requireComparableMember(session, text);
    const { facets } = session.source;
    if (facets === undefined) throw new UsageError(".facets is not supported for databases.");
    const elapsed = startTimer(session);
    const limit = session.settings.limit ?? MAX_VALUES;
    const result = facets(member, session.view?.filter, limit, session.options(signal));
    const time = elapsed();
    await showTable(
      session,
      result.values.map(({ value, count }) => ({ value, count })),
    );
    const values = result.distinct === 1 ? "1 value" : `${result.distinct.toLocaleString("en-US")} values`;
    const nulls = result.nulls === 0 ? "" : `, ${formatRows(result.nulls)} without a value`;
    printSummary(session, values + nulls, time);
  },
};
