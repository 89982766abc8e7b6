import type { Catalog } from "tamis";
import type { Scope } from "../../command/command.ts";
import type { ChosenLocale } from "../../command/locale-option.ts";
import type { OutputFormat } from "../../formats/formats.ts";
import type { ShellSource, SourceOptions } from "../sources/source.ts";
import type { CommandSignature } from "./command-signature.ts";
import { readSortBy, type InputContext } from "./read-input.ts";
import type { PageView, ShellSettings } from "./settings.ts";

export interface SessionOptions {
  readonly source: ShellSource;
  readonly isInteractive: boolean;
  readonly limit: number | undefined;
  readonly locale: ChosenLocale;
  readonly strict: boolean;
  readonly output: OutputFormat;
  readonly sortBy: string;
}

export class ShellSession {
  /** Its present is that of the current line. */
  scope: Scope;
  readonly source: ShellSource;
  readonly isInteractive: boolean;
  readonly commands: readonly CommandSignature[];
  readonly settings: ShellSettings;
  /** Filter, sort and range of the page shown last. */
  view: PageView | undefined;
  /** Last invalid line with all suggested fixes applied, for `.fix`. */
  fixed: string | undefined;
  isEnded = false;
  /** Location of the current line for messages: `line 3: `. */
  prefix = "";

  /** @throws ExpressionError if the initial sort expression is invalid */
  constructor(scope: Scope, commands: readonly CommandSignature[], options: SessionOptions) {
    const { source, isInteractive, limit, locale, strict, output, sortBy } = options;
    this.scope = scope;
    this.commands = commands;
    this.source = source;
    this.isInteractive = isInteractive;
    const sort = { text: "", sortBy: undefined };
    this.settings = { sort, limit, select: undefined, locale, strict, timing: isInteractive, output };
    if (sortBy !== "") this.settings.sort = readSortBy(sortBy, this.inputContext);
  }

  get catalog(): Catalog {
    return this.source.catalog;
  }

  get inputContext(): InputContext {
    const { scope, catalog, settings, prefix } = this;
    return { scope, catalog, strict: settings.strict, prefix };
  }

  /** Returns the context for reading a filter, whose messages can name values of the rows. */
  async filterContext(filter: string, signal: AbortSignal): Promise<InputContext> {
    return { ...this.inputContext, catalog: await this.source.explainingCatalog(filter, this.scope, signal) };
  }

  options(signal: AbortSignal): SourceOptions {
    return { locale: this.settings.locale, signal };
  }

  printNote(text: string): void {
    this.scope.io.stderr.write(`${text}\n`);
  }
}
