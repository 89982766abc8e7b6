import { print } from "tamis";
import { assumedDialect, compileSql, DIALECTS, render, type SqlStatement } from "tamis/sql";
import type { DialectSql } from "../contract/answers.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

const LIMIT = 50;

/** Compiles the query for a table of each database, which has a column for each member. */
export function sql({ catalog }: Data, query: ReadQuery): readonly DialectSql[] {
  return DIALECTS.map(({ name, title }) => {
    const dialect = assumedDialect(name);
    const options = { catalog, table: { table: catalog.name }, dialect };
    const { verdict, reasons, where, orderBy } = compileSql(
      { filter: query.filter, sortBy: query.sortBy, limit: LIMIT },
      options,
    );
    const parameters: string[] = [];
    const write = (statement: SqlStatement) =>
      render(statement, (_, parameter) => {
        const { value } = parameter;
        // The parameters of WHERE and ORDER BY are numbered as those of one statement.
        const placeholder = dialect.placeholder(parameters.length, parameter);
        parameters.push(typeof value === "string" ? `'${value}'` : String(value));
        return placeholder;
      }).text;
    const clauses = [`SELECT * FROM ${dialect.quote(catalog.name)} AS t`];
    if (query.filter !== undefined) clauses.push(`WHERE ${write(where)}`);
    if (query.sortBy !== undefined && orderBy !== undefined) clauses.push(`ORDER BY ${write(orderBy)}`);
    return {
      title,
      isExact: verdict === "exact",
      text: clauses.join("\n"),
      parameters,
      reasons: reasons.map(({ node, reason }) => ({ node: print(node), reason })),
    };
  });
}
