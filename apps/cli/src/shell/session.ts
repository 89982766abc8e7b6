/** A session: lines come in, answers go out, and what was asked last can be turned over like a page. */
import type { Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import type { ChosenLocale } from "../catalogs.ts";
import { EXIT, type Scope } from "../command.ts";
import { tellFailure } from "../failure.ts";
import { OutputClosed } from "../io/errors.ts";
import type { OutputFormat } from "../io/formats.ts";
import { didYouMean, UsageError } from "../options.ts";
import { isQuery, readFilter, readOrder, readQuery, WrongText, type Reading } from "./ask.ts";
import type { ShellCommand } from "./shell-command.ts";
import type { Order, Settings, View } from "./settings.ts";
import { showView } from "./show-view.ts";
import type { Source, SourceOptions } from "./source.ts";

export interface SessionOptions {
  readonly source: Source;
  /** Someone types, and looks on. */
  readonly isInteractive: boolean;
  readonly limit: number | undefined;
  readonly locale: ChosenLocale;
  readonly strict: boolean;
  readonly output: OutputFormat;
  /** The order to begin with. */
  readonly sortBy: string;
}

export class Session {
  readonly scope: Scope;
  readonly source: Source;
  readonly isInteractive: boolean;
  readonly commands: readonly ShellCommand[];
  readonly settings: Settings;
  /** The page that was asked for last. */
  view: View | undefined;
  /** What the line that was wrong is when it is mended, if that is known. */
  mended: string | undefined;
  isEnded = false;
  #place = "";

  /** @throws ExpressionError if the order is wrong, which has been told then */
  constructor(scope: Scope, commands: readonly ShellCommand[], options: SessionOptions) {
    const { source, isInteractive, limit, locale, strict, output, sortBy } = options;
    this.scope = scope;
    this.commands = commands;
    this.source = source;
    this.isInteractive = isInteractive;
    const order: Order = { text: "", sortBy: undefined };
    this.settings = { order, limit, select: undefined, locale, strict, timing: isInteractive, output };
    if (sortBy !== "") this.settings.order = readOrder(sortBy, this.reading);
  }

  get catalog(): Catalog {
    return this.source.catalog;
  }

  get reading(): Reading {
    const { scope, catalog, settings } = this;
    return { scope, catalog, strict: settings.strict, place: this.#place };
  }

  /**
   * Answers a line and gives the exit code that it would have alone. What is wrong with it is told.
   *
   * @param place in front of what is told of it: `line 3: `
   * @throws OutputClosed where nobody reads the answers any more
   */
  async run(line: string, signal: AbortSignal, place = ""): Promise<number> {
    const text = line.trim();
    // So that a script can say what it does.
    if (text === "" || text.startsWith("#")) return EXIT.ran;
    this.#place = place;
    const mended = this.mended;
    this.mended = undefined;
    try {
      await this.#answer(text, mended, signal);
      return EXIT.ran;
    } catch (thrown) {
      if (thrown instanceof OutputClosed) throw thrown;
      if (signal.aborted) {
        this.scope.io.stderr.write(`${place}canceled\n`);
        return EXIT.interrupted;
      }
      if (thrown instanceof WrongText) this.mended ??= thrown.mended;
      return tellFailure(this.source.failureOf(thrown), this.scope.io, place);
    } finally {
      await this.scope.out.end();
    }
  }

  /** Shows a page, which is the one to turn from then on. */
  async turnTo(view: View, signal: AbortSignal): Promise<void> {
    this.view = view;
    await showView(this, view, signal);
  }

  options(signal: AbortSignal): SourceOptions {
    return { locale: this.settings.locale, signal };
  }

  /** A line beside the answers, for whoever looks on. */
  tell(text: string): void {
    this.scope.io.stderr.write(`${text}\n`);
  }

  async #answer(text: string, mended: string | undefined, signal: AbortSignal): Promise<void> {
    const asked = text === ".fix" ? this.#fixed(mended) : text;
    const command = this.#commandOf(asked);
    if (command === undefined) {
      const { reading, settings } = this;
      const view = isQuery(asked)
        ? readQuery(asked, settings, reading)
        : { filter: readFilter(asked, reading), order: settings.order, start: 0, limit: settings.limit };
      return this.turnTo(view, signal);
    }
    const [, name = "", argument = ""] = /^(\S+)\s*(.*)$/s.exec(asked)!;
    if (argument === "" && command.argument?.isNeeded === true)
      throw new UsageError(`.${command.name} wants ${command.argument.label}: ${command.summary}.`);
    if (argument !== "" && command.argument === undefined)
      throw new UsageError(`.${command.name} takes nothing.`);
    try {
      await command.run(this, argument, signal);
    } catch (error) {
      if (error instanceof WrongText && error.mended !== undefined) this.mended = `${name} ${error.mended}`;
      throw error;
    }
  }

  #fixed(mended: string | undefined): string {
    if (mended === undefined) throw new UsageError("There is nothing to mend.");
    this.tell(show(mended));
    return mended;
  }

  /** A command begins with a point, and its name can be cut short. Some words are commands where no member is called so. */
  #commandOf(text: string): ShellCommand | undefined {
    const word = WORDS.get(text.toLowerCase());
    if (word !== undefined && !this.catalog.members.byName.has(text))
      return this.commands.find(({ name }) => name === word);
    const name = /^\.(\S*)/.exec(text)?.[1];
    if (name === undefined) return undefined;
    const names = this.commands.map((command) => command.name);
    const meant = this.commands.filter((command) => command.name.startsWith(name));
    const command = meant.find((each) => each.name === name) ?? (meant.length === 1 ? meant[0] : undefined);
    if (command !== undefined) return command;
    if (name !== "" && meant.length > 1)
      throw new UsageError(`.${show(name)} can be ${meant.map((each) => `.${each.name}`).join(", ")}.`);
    throw new UsageError(
      `There is no command .${show(name)}.${didYouMean(name, names, ".") || " .help lists them."}`,
    );
  }
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["help", "help"],
  ["?", "help"],
  ["exit", "exit"],
  ["quit", "exit"],
]);
