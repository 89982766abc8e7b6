import { parseSortBy } from "tamis";
import { encodeQuery } from "tamis/url";
import { currentView } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const urlShellCommand: ShellCommand = {
  name: "url",
  summary: "print the current page as a query string",
  run: (session) => {
    const { filter, sort, start, limit } = currentView(session);
    const query = encodeQuery({
      filter: filter.expression,
      ...(sort.text === "" ? {} : { sortBy: parseSortBy(sort.text).expression }),
      start,
      ...(limit === undefined ? {} : { limit }),
    });
    return session.scope.out.write(`${query}\n`);
  },
};
