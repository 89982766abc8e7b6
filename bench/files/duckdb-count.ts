import { DuckDBInstance } from "@duckdb/node-api";

/* Child process: prints the number of rows of a CSV file that meet a condition. */
const [file, where] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create()).connect();
const reader = await connection.runAndReadAll(`SELECT count(*) FROM read_csv('${file!}') WHERE ${where!}`);
process.stdout.write(`${String(reader.getRows()[0]![0])}\n`);
