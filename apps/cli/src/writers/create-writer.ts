import type { Writable } from "node:stream";
import type { OutputFormat } from "../formats/formats.ts";
import { TextOutput } from "../io/text-output.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";
import { CsvWriter } from "./write-csv.ts";
import { EnvelopeWriter, JsonWriter, NdjsonWriter } from "./write-json.ts";
import { MarkdownWriter } from "./write-markdown.ts";
import { TableWriter } from "./write-table.ts";

/**
 * @example const writer = createWriter("ndjson", process.stdout); await writer.write({ id: 1 }); await writer.end();
 */
export function createWriter(
  format: OutputFormat,
  stream: Writable | TextOutput,
  options: WriteOptions = {},
): RowOutput {
  const output = stream instanceof TextOutput ? stream : new TextOutput(stream);
  switch (format) {
    case "json":
      return new JsonWriter(output, options);
    case "ndjson":
      return new NdjsonWriter(output, options);
    case "envelope":
      return new EnvelopeWriter(output, options);
    case "csv":
      return new CsvWriter(output, ",", options);
    case "tsv":
      return new CsvWriter(output, "\t", options);
    case "markdown":
      return new MarkdownWriter(output, options);
    case "table":
      return new TableWriter(output, options);
  }
}
