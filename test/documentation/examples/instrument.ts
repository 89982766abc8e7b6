import ts from "typescript";
import { SHOWN } from "./shown-name.ts";

export interface InstrumentedExample {
  /** Code with the same line numbers as the example. */
  readonly code: string;
  /** Lines with a comment `// => value`, from 1. Each must be checked when the code runs. */
  readonly checks: readonly number[];
}

/**
 * Inserts a comparison for each comment `// => value`. The comment belongs to the expression or the constant that ends on its
 * line or on the line before. `value` is a JavaScript expression. An `…` in an object or list allows further entries.
 *
 * @throws SyntaxError if a comment belongs to no value, or its value is not an expression
 * @example instrument("1 + 1; // => 2").code // "__shown(1, 1 + 1, (__rest: any): any => (2)); // => 2"
 */
export function instrument(code: string): InstrumentedExample {
  const source = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2023, true);
  const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1;
  const lines = code.split("\n");
  const expected = new Map<number, string>();
  const values = valuesOf(source, lineOf);
  const edits: { readonly at: number; readonly text: string }[] = [];
  for (const [index, text] of lines.entries()) {
    const comment = /(?:^|\s)\/\/ => (.+)$/.exec(text)?.[1];
    if (comment === undefined) continue;
    const line = index + 1;
    const isOwnLine = text.trimStart().startsWith("//");
    const value = values.get(isOwnLine ? line - 1 : line);
    if (value === undefined) throw new SyntaxError(`line ${line}: the comment belongs to no value.`);
    const wanted = comment.replaceAll("…", "...__rest").replaceAll("......", "...");
    requireExpression(wanted, line);
    expected.set(line, wanted);
    if (ts.isVariableDeclaration(value.parent)) {
      const statement = value.parent.parent.parent;
      const text = value.getText();
      edits.push({
        at: statement.getEnd(),
        text: ` ${SHOWN}(${line}, ${text}, (__rest: any): any => (${wanted}));`,
      });
    } else {
      edits.push({ at: value.getStart(), text: `${SHOWN}(${line}, ` });
      edits.push({ at: value.getEnd(), text: `, (__rest: any): any => (${wanted}))` });
    }
  }
  let result = code;
  for (const { at, text } of edits.sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + text + result.slice(at);
  return { code: result, checks: [...expected.keys()] };
}

/** Returns the expressions and the names of constants, by the line on which their statement ends. */
function valuesOf(
  source: ts.SourceFile,
  lineOf: (offset: number) => number,
): ReadonlyMap<number, ts.Expression> {
  const values = new Map<number, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node)) values.set(lineOf(node.getEnd()), loggedValue(node.expression));
    if (ts.isVariableStatement(node)) {
      const declaration = node.declarationList.declarations.at(-1)!;
      if (ts.isIdentifier(declaration.name)) values.set(lineOf(node.getEnd()), declaration.name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return values;
}

/** Returns the argument of `console.log(value)`, or the expression itself. */
function loggedValue(expression: ts.Expression): ts.Expression {
  const isLog =
    ts.isCallExpression(expression) &&
    expression.expression.getText() === "console.log" &&
    expression.arguments.length === 1;
  return isLog ? expression.arguments[0]! : expression;
}

function requireExpression(text: string, line: number): void {
  const { diagnostics = [] } = ts.transpileModule(`export default (${text});`, { reportDiagnostics: true });
  if (diagnostics.length > 0) throw new SyntaxError(`line ${line}: the comment is not a value: ${text}`);
}
