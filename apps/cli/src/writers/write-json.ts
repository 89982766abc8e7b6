import { formatExactJson, formatJson, hasOrder } from "tamis/catalog";
import type { Row } from "tamis/files";
import { projection } from "./select-members.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { EnvelopeMembers, RowOutput, WriteOptions } from "./row-output.ts";

class RowPrinter {
  readonly #project: ((row: Row) => Row) | undefined;
  /** True after the first row with a bigint, because later rows probably have one too. */
  #exact = false;

  constructor({ select }: WriteOptions) {
    this.#project = select === undefined ? undefined : projection(select);
  }

  print(row: Row): string {
    const shown = this.#project === undefined ? row : this.#project(row);
    if (this.#exact || hasOrder(shown)) return formatExactJson(shown);
    try {
      return JSON.stringify(shown);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#exact = true;
      return formatExactJson(shown);
    }
  }
}

export class NdjsonWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #printer: RowPrinter;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#printer = new RowPrinter(options);
  }

  write(row: Row): Promise<void> | undefined {
    return this.#output.write(this.#printer.print(row) + "\n", "json");
  }

  flush(): Promise<void> {
    return this.#output.end();
  }

  end(): Promise<void> {
    return this.#output.end();
  }
}

export class JsonWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #printer: RowPrinter;
  #empty = true;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#printer = new RowPrinter(options);
  }

  write(row: Row): Promise<void> | undefined {
    const before = this.#empty ? "[\n" : ",\n";
    this.#empty = false;
    return this.#output.write(before + this.#printer.print(row), "json");
  }

  flush(): Promise<void> {
    return this.#output.end();
  }

  async end(): Promise<void> {
    await this.#output.write(this.#empty ? "[]\n" : "\n]\n");
    await this.#output.end();
  }
}

export class EnvelopeWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #printer: RowPrinter;
  readonly #head: EnvelopeMembers;
  #empty = true;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#printer = new RowPrinter(options);
    this.#head = options.envelope ?? {};
  }

  write(row: Row): Promise<void> | undefined {
    const before = this.#empty ? this.#open() + "\n" : ",\n";
    this.#empty = false;
    return this.#output.write(before + this.#printer.print(row), "json");
  }

  flush(): Promise<void> {
    return this.#output.end();
  }

  async end(envelope: EnvelopeMembers = {}): Promise<void> {
    const close = this.#empty ? this.#open() + "]" : "\n]";
    const members = Object.entries(envelope).map((member) => "," + printMember(member));
    await this.#output.write(`${close}${members.join("")}}\n`, "json");
    await this.#output.end();
  }

  #open(): string {
    const members = Object.entries(this.#head).map((member) => printMember(member) + ",");
    return `{${members.join("")}"items":[`;
  }
}

function printMember([name, value]: readonly [string, unknown]): string {
  return `${JSON.stringify(name)}:${formatJson(value)}`;
}
