/** The part of markdown-it that the plugins of the site use. */
export interface Token {
  readonly type: string;
  readonly content: string;
  readonly info: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** Where a page comes from. VitePress sets `realPath` for pages with another path in the site. */
export interface Environment {
  readonly path: string;
  readonly realPath?: string;
}

type Rule = (
  tokens: readonly Token[],
  index: number,
  options: unknown,
  environment: Environment,
  renderer: unknown,
) => string;

export interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: { readonly tokens: readonly Token[]; readonly env: Environment }) => void,
      ): void;
    };
  };
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
  readonly utils: { readonly escapeHtml: (text: string) => string };
}

/** Path of the file of a page. */
export function fileOf({ realPath, path }: Environment): string {
  return realPath ?? path;
}

/** Markdown has no other way to write a table without a name for a column. Screen readers would announce the empty head. */
export function writeEmptyHeadsAsCells({ renderer: { rules } }: MarkdownIt): void {
  rules["th_open"] = (tokens, index) => (tokens[index + 1]!.content === "" ? "<td>" : "<th>");
  rules["th_close"] = (tokens, index) => (tokens[index - 1]!.content === "" ? "</td>" : "</th>");
}
