import ts from "typescript";

/** Kinds of changes. Each one replaces one token, or one condition by its opposite. */
export const KINDS = ["comparison", "constant", "condition", "call"] as const;

/** A change of one expression or statement of a source file. */
export interface Site {
  readonly kind: (typeof KINDS)[number];
  /** Offsets of the replaced text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly original: string;
  readonly changed: string;
}

const OTHER_COMPARISONS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
};

const OTHER_CONDITIONS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
};

/**
 * Returns the changes that a file allows inside its functions. Code that runs when a module loads is left out: it runs in one
 * test file of a process only, so that the other test files would not count as tests of it.
 */
export function findSites(text: string): readonly Site[] {
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  visit(source, false);
  return sites;

  function visit(node: ts.Node, isInFunction: boolean): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (isInFunction) addSite(node);
    const isFunction = ts.isFunctionLike(node) && (node as ts.FunctionLikeDeclaration).body !== undefined;
    ts.forEachChild(node, (child) => {
      visit(child, isInFunction || isFunction);
    });
  }

  function addSite(node: ts.Node): void {
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      const comparison = OTHER_COMPARISONS[operatorToken.kind];
      const other = comparison ?? OTHER_CONDITIONS[operatorToken.kind];
      if (other === undefined) return;
      const changed = `(${left.getText()}) ${other} (${right.getText()})`;
      add(node, comparison === undefined ? "condition" : "comparison", changed);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, "condition", node.operand.getText());
    } else if (ts.isNumericLiteral(node) && isValue(node)) {
      add(node, "constant", `${node.getText()} + 1`);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      add(node, "constant", node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true");
    } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      if (node.expression.expression.kind !== ts.SyntaxKind.SuperKeyword) add(node, "call", "");
    }
  }

  function add(node: ts.Node, kind: Site["kind"], changed: string): void {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    sites.push({ kind, start, end: node.end, line, original: text.slice(start, node.end), changed });
  }
}

/** Returns whether a number is a value. Names of properties and members of enums are not. */
function isValue(node: ts.NumericLiteral): boolean {
  const { parent } = node;
  return !ts.isEnumMember(parent) && !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/**
 * Returns the file with all of the given changes, each of which is used only if `__tamisMutation` returns true for its number.
 * The changes must not overlap.
 */
export function applySites(text: string, sites: ReadonlyMap<number, Site>): string {
  let result = text;
  for (const [id, { kind, start, end, original, changed }] of [...sites].toSorted(
    ([, a], [, b]) => b.start - a.start,
  )) {
    const isActive = `globalThis.__tamisMutation?.(${id})`;
    const replacement =
      kind === "call"
        ? `{ if (!${isActive}) { ${original} } }`
        : `(${isActive} ? (${changed}) : (${original}))`;
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return `// @ts-nocheck\n${result}`;
}
