import { createInterface, type Interface } from "node:readline";
import type { ReadStream } from "node:tty";
import { escapeControls } from "tamis/diagnostics";
import { EXIT } from "../command/exit-codes.ts";
import { note } from "../command/report.ts";
import { completeLine, lineContext } from "./completion/complete-line.ts";
import { History, historyPath, MAX_LINES } from "./history.ts";
import { runLine } from "./run-line.ts";
import type { ShellSession } from "./session/session.ts";

/** Runs the interactive shell. Ctrl-C cancels the current line, not the session. */
export async function runPrompt(session: ShellSession): Promise<number> {
  const { scope, catalog } = session;
  const { io, args } = scope;
  const path = args.flag("no-history") ? undefined : historyPath(io.env);
  const history = new History(path, (text) => note(scope, text), io.redact);
  const lines = createInterface({
    input: io.stdin,
    output: io.prompt,
    terminal: io.env["TERM"] !== "dumb",
    prompt: `${escapeControls(catalog.name)}> `,
    history: [...history.lines],
    historySize: MAX_LINES,
    removeHistoryDuplicates: true,
    completer: completerOf(session),
  });
  try {
    session.printNote("Type a filter, .help for help, or Ctrl-D to leave.");
    await runLines(session, new Keyboard(lines, io.stdin), history);
  } finally {
    lines.close();
  }
  return EXIT.ran;
}

async function runLines(session: ShellSession, keyboard: Keyboard, history: History): Promise<void> {
  for (;;) {
    const line = await keyboard.nextLine(session.fixed);
    if (line === undefined) return session.printNote("");
    history.add(line);
    await keyboard.runCancelable(session.scope.signal, session.source.blocks, (signal) =>
      runLine(session, line, signal),
    );
    if (session.isEnded || keyboard.isClosed) return;
  }
}

function completerOf(session: ShellSession) {
  const context = lineContext(session);
  return (line: string): [string[], string] => {
    try {
      const { start, items } = completeLine(line, context);
      return [items.filter(isTypeable), line.slice(start)];
    } catch {
      return [[], line];
    }
  };
}

/** Returns whether a text can be shown and typed: without control characters and invisible characters. */
function isTypeable(text: string): boolean {
  return escapeControls(text) === text;
}

/** Reads lines from the terminal. Returns pasted lines one at a time. */
class Keyboard {
  isClosed = false;
  readonly #lines: Interface;
  readonly #input: Partial<Pick<ReadStream, "setRawMode">>;
  readonly #waiting: string[] = [];
  #wake: (() => void) | undefined;
  #running: AbortController | undefined;

  constructor(lines: Interface, input: NodeJS.ReadableStream) {
    this.#lines = lines;
    this.#input = input as Partial<ReadStream>;
    lines.on("line", (line) => {
      this.#waiting.push(line);
      this.#wake?.();
    });
    lines.on("close", () => {
      this.isClosed = true;
      this.#running?.abort();
      this.#wake?.();
    });
    lines.on("SIGINT", () => this.#interrupt());
  }

  /**
   * Waits for the next line.
   * @param proposal initial text, which the user can change
   */
  async nextLine(proposal: string | undefined): Promise<string | undefined> {
    if (this.#waiting.length === 0 && !this.isClosed) {
      this.#lines.prompt();
      // Without a terminal, readline would treat the proposal as input.
      if (proposal !== undefined && this.#lines.terminal && isTypeable(proposal)) this.#lines.write(proposal);
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
    return this.#waiting.shift();
  }

  /** Runs `work`. Ctrl-C cancels it, or ends the program if `work` blocks the event loop. */
  async runCancelable(
    outer: AbortSignal,
    blocks: boolean,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const running = (this.#running = new AbortController());
    if (blocks) this.#input.setRawMode?.(false);
    try {
      await work(AbortSignal.any([outer, running.signal]));
    } finally {
      if (blocks) this.#input.setRawMode?.(true);
      this.#running = undefined;
    }
  }

  #interrupt(): void {
    if (this.#running !== undefined) return this.#running.abort();
    // At the prompt, Ctrl-C discards the typed text and all pasted lines.
    this.#waiting.length = 0;
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#lines.prompt();
  }
}
