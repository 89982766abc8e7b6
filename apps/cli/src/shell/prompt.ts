/** The prompt: lines that someone types, with a history, completion, and Ctrl-C that ends a question and not the session. */
import { createInterface, type Interface } from "node:readline";
import type { ReadStream } from "node:tty";
import { EXIT } from "../command.ts";
import { note } from "../report.ts";
import { completeLine, lineContext } from "./complete-line.ts";
import { History, historyPath } from "./history.ts";
import type { Session } from "./session.ts";

/** Lines that can be called back. */
const HISTORY = 1_000;

/** Gives the exit code of the session, whatever became of its lines. */
export async function runPrompt(session: Session): Promise<number> {
  const { scope, catalog } = session;
  const { io, args } = scope;
  const path = args.flag("no-history") ? undefined : historyPath(io.env);
  const history = new History(path, (text) => note(scope, text));
  const lines = createInterface({
    input: io.stdin,
    output: io.stdoutIsTTY ? io.stdout : io.stderr,
    terminal: io.env["TERM"] !== "dumb",
    prompt: `${catalog.name}> `,
    history: [...history.lines],
    historySize: HISTORY,
    removeHistoryDuplicates: true,
    completer: completerOf(session),
  });
  try {
    session.tell(`Type a filter, .help for help, Ctrl-D to leave.`);
    await converse(session, new Keyboard(lines, io.stdin), history);
  } finally {
    lines.close();
  }
  return EXIT.ran;
}

async function converse(session: Session, keyboard: Keyboard, history: History): Promise<void> {
  for (;;) {
    const line = await keyboard.nextLine(session.mended);
    if (line === undefined) return session.tell("");
    history.add(line);
    await keyboard.whileAnswering(session.scope.signal, session.source.blocks, (signal) =>
      session.run(line, signal),
    );
    if (session.isEnded || keyboard.isClosed) return;
  }
}

function completerOf(session: Session) {
  const context = lineContext(session);
  return (line: string): [string[], string] => {
    try {
      const { start, items } = completeLine(line, context);
      return [[...items], line.slice(start)];
    } catch {
      // Whatever is wrong, it must not end the session.
      return [[], line];
    }
  };
}

/** The lines of a terminal, one at a time, however many are pasted. */
class Keyboard {
  isClosed = false;
  readonly #lines: Interface;
  readonly #input: Partial<Pick<ReadStream, "setRawMode">>;
  readonly #waiting: string[] = [];
  #wake: (() => void) | undefined;
  #answering: AbortController | undefined;

  constructor(lines: Interface, input: NodeJS.ReadableStream) {
    this.#lines = lines;
    this.#input = input as Partial<ReadStream>;
    lines.on("line", (line) => {
      this.#waiting.push(line);
      this.#wake?.();
    });
    lines.on("close", () => {
      this.isClosed = true;
      this.#answering?.abort();
      this.#wake?.();
    });
    lines.on("SIGINT", () => this.#interrupt());
  }

  /**
   * The next line; undefined at the end.
   *
   * @param proposal stands at the prompt, to be accepted or changed
   */
  async nextLine(proposal: string | undefined): Promise<string | undefined> {
    if (this.#waiting.length === 0 && !this.isClosed) {
      this.#lines.prompt();
      // What is no terminal takes what is proposed for what was typed.
      if (proposal !== undefined && this.#lines.terminal) this.#lines.write(proposal);
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
    return this.#waiting.shift();
  }

  /** Does some work that Ctrl-C cancels. Work that lets no event in ends with the program then, as any other does. */
  async whileAnswering(
    outer: AbortSignal,
    blocks: boolean,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const answering = (this.#answering = new AbortController());
    if (blocks) this.#input.setRawMode?.(false);
    try {
      await work(AbortSignal.any([outer, answering.signal]));
    } finally {
      if (blocks) this.#input.setRawMode?.(true);
      this.#answering = undefined;
    }
  }

  #interrupt(): void {
    if (this.#answering !== undefined) return this.#answering.abort();
    // What was typed is given up. Lines that were pasted and wait go with it.
    this.#waiting.length = 0;
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#lines.prompt();
  }
}
