import { formatExactJson, formatJson, hasOrder } from "tamis/catalog";
import type { Row } from "tamis/files";
import { projection } from "./select-members.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { EnvelopeMembers, RowOutput, WriteOptions } from "./row-output.ts";

abstract class RowWriter implements RowOutput {
  protected readonly output: TextOutput;
  readonly #project: ((row: Row) => Row) | undefined;
  /** True after the first row with a bigint, because later rows probably have one too. */
  #exact = false;

  constructor(output: TextOutput, { select }: WriteOptions) {
    this.output = output;
    this.#project = select === undefined ? undefined : projection(select);
  }

  abstract write(row: Row): Promise<void> | undefined;

  protected print(row: Row): string {
    const projected = this.#project === undefined ? row : this.#project(row);
    if (this.#exact || hasOrder(projected)) return formatExactJson(projected);
    try {
      return JSON.stringify(projected);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#exact = true;
      return formatExactJson(projected);
    }
  }

  flush(): Promise<void> {
    return this.output.end();
  }

  end(): Promise<void> {
    return this.output.end();
  }
}

export class NdjsonWriter extends RowWriter {
  override write(row: Row): Promise<void> | undefined {
    return this.output.write(this.print(row) + "\n", "json");
  }
}

export class JsonWriter extends RowWriter {
  #empty = true;

  override write(row: Row): Promise<void> | undefined {
    const before = this.#empty ? this.open() + "\n" : ",\n";
    this.#empty = false;
    return this.output.write(before + this.print(row), "json");
  }

  override end(): Promise<void> {
    return this.close("]");
  }

  /** Returns the text before the rows. */
  protected open(): string {
    return "[";
  }

  /** Writes the end of the array and the text after it. */
  protected async close(text: string): Promise<void> {
    const before = this.#empty ? this.open() : "\n";
    await this.output.write(`${before}${text}\n`, "json");
    await this.output.end();
  }
}

export class EnvelopeWriter extends JsonWriter {
  readonly #head: EnvelopeMembers;

  constructor(output: TextOutput, options: WriteOptions) {
    super(output, options);
    this.#head = options.envelope ?? {};
  }

  protected override open(): string {
    const members = Object.entries(this.#head).map((member) => printMember(member) + ",");
    return `{${members.join("")}"items":[`;
  }

  override end(envelope: EnvelopeMembers = {}): Promise<void> {
    const members = Object.entries(envelope).map((member) => "," + printMember(member));
    return this.close(`]${members.join("")}}`);
  }
}

function printMember([name, value]: readonly [string, unknown]): string {
  return `${JSON.stringify(name)}:${formatJson(value)}`;
}
