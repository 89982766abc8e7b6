import { show } from "tamis/diagnostics";
import { OutputClosed } from "../io/errors.ts";
import { PagedScreen } from "../io/paged-screen.ts";
import { choosePager } from "../io/pager.ts";
import type { Io } from "../io/process-io.ts";
import { TextOutput } from "../io/text-output.ts";
import type { Scope } from "./command.ts";
import type { Option } from "./option.ts";
import { note } from "./report.ts";

export const NO_PAGER: Option = {
  name: "no-pager",
  help: "do not use a pager for rows that exceed the screen",
};

/** Milliseconds to wait for statements to be canceled after the user has closed the pager. */
const CANCEL_WAIT = 1_000;

/**
 * Runs a command whose standard output goes through a pager if it exceeds the screen. Messages are held until the pager has
 * ended, because it owns the screen.
 * @throws OutputClosed if the user closes the pager before the command has written everything
 */
export async function withPager<T>(scope: Scope, run: (scope: Scope) => Promise<T>): Promise<T> {
  const screen = openScreen(scope);
  if (screen === undefined) return run(scope);
  const closed = new AbortController();
  const heldMessages: string[] = [];
  const stderr = {
    write: (text: string) => {
      if (!screen.isPaging) return scope.io.stderr.write(text);
      heldMessages.push(text);
      return true;
    },
  };
  const paged = { stderr, isPaging: () => screen.isPaging };
  // Inherits the other properties, because the widths of the terminals are getters.
  const io = Object.assign(Object.create(scope.io) as Io, paged);
  const signal = AbortSignal.any([scope.signal, closed.signal]);
  const out = new TextOutput(screen, true);
  const running = run({ ...scope, io, signal, out }).finally(() => out.end());
  const interrupted = screen.closedEarly.then(async () => {
    closed.abort();
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    const late = new Promise<void>((resolve) => setTimeout(resolve, CANCEL_WAIT).unref());
    await Promise.race([settled, late]);
    throw new OutputClosed();
  });
  try {
    return await Promise.race([running, interrupted]);
  } catch (error) {
    throw closed.signal.aborted ? new OutputClosed() : error;
  } finally {
    await screen.finish();
    for (const text of heldMessages) scope.io.stderr.write(text);
  }
}

function openScreen(scope: Scope): PagedScreen | undefined {
  const { io, args } = scope;
  const { startPager, stdoutRows: rows, stdoutColumns: columns } = io;
  if (!io.stdoutIsTTY || startPager === undefined || args.flag(NO_PAGER.name)) return undefined;
  if (rows === undefined || columns === undefined) return undefined;
  const { command, missing } = choosePager(io.env);
  if (missing !== undefined)
    note(scope, `PAGER: There is no program '${show(missing)}'. Rows are shown without a pager.`);
  if (command === undefined) return undefined;
  return new PagedScreen({
    terminal: io.stdout,
    rows,
    columns,
    startPager: () => startPager(command),
  });
}
