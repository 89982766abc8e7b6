/*
 * The parts of CodeMirror 6 that the adapter uses, as structural types. The package does not depend on CodeMirror, and
 * uses the same copies of its modules as the page. A second copy of `@codemirror/state` would not work.
 *
 * Methods in place of function properties: their parameters are compared in both directions, so that the modules fit.
 */

/** A class whose instances are extensions, such as a facet. */
interface Facet<Input, E> {
  of(value: Input): E;
}

interface ComputedFacet<Input, E> extends Facet<Input, E> {
  compute(dependencies: readonly ["doc"], get: (state: CodeMirrorState) => Input): E;
}

export interface CodeMirrorState {
  readonly doc: { readonly length: number; toString(): string };
  readonly selection: { readonly main: { readonly head: number } };
  readonly readOnly: boolean;
}

/** An element of the page. The library is compiled without the types of the DOM. */
interface PageElement {
  className: string;
  textContent: string | null;
  append(...nodes: (PageElement | string)[]): void;
}

export interface CodeMirrorView {
  readonly state: CodeMirrorState;
  readonly dom: { readonly ownerDocument: { createElement(name: string): PageElement } };
  dispatch(transaction: {
    readonly changes?: readonly CodeMirrorChange[];
    readonly effects?: never;
    readonly userEvent?: string;
  }): void;
}

export interface CodeMirrorChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface CodeMirrorTransaction {
  readonly state: CodeMirrorState;
  readonly docChanged: boolean;
  readonly selection: unknown;
  readonly effects: readonly { is(type: unknown): boolean }[];
  isUserEvent(event: string): boolean;
}

export interface CodeMirrorTooltip {
  readonly pos: number;
  readonly end?: number;
  readonly above: boolean;
  create(view: CodeMirrorView): { readonly dom: PageElement };
}

export interface CompletionRequest {
  readonly state: CodeMirrorState;
  readonly pos: number;
  /** Whether a person asked for completions. Otherwise they typed. */
  readonly explicit: boolean;
  addEventListener(type: "abort", listener: () => void, options: { readonly onDocChange: boolean }): void;
}

export interface CodeMirrorCompletion {
  readonly label: string;
  readonly type: string;
  readonly detail?: string;
  readonly info?: string;
  readonly apply: string | ((view: never, completion: never, from: number, to: number) => void);
}

export interface CodeMirrorCompletions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CodeMirrorCompletion[];
  readonly filter: false;
}

export interface CodeMirrorProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning" | "hint";
  readonly source: string;
  readonly message: string;
  readonly actions: readonly { readonly name: string; apply(view: CodeMirrorView, from: number): void }[];
}

/** Standard highlighting tags. `function` changes a tag. */
export interface HighlightTags<Tag> {
  readonly variableName: Tag;
  readonly propertyName: Tag;
  readonly string: Tag;
  readonly number: Tag;
  readonly literal: Tag;
  readonly bool: Tag;
  readonly modifier: Tag;
  readonly keyword: Tag;
  function(tag: Tag): Tag;
}

/** Modules of CodeMirror. `E` is the type of an extension, and `Tag` of a highlighting tag. */
export interface CodeMirrorModules<E, Tag> {
  /** `@codemirror/state` */
  readonly state: {
    readonly EditorState: {
      readonly languageData: Facet<() => readonly Readonly<Record<string, unknown>>[], E>;
    };
    readonly StateEffect: { define(): { of(value: null): unknown } };
    readonly StateField: {
      define(spec: {
        create(): CodeMirrorTooltip | null;
        update(value: CodeMirrorTooltip | null, transaction: CodeMirrorTransaction): CodeMirrorTooltip | null;
        provide(field: unknown): E;
      }): E;
    };
  };
  /** `@codemirror/view` */
  readonly view: {
    readonly EditorView: {
      readonly decorations: ComputedFacet<unknown, E>;
      baseTheme(styles: Readonly<Record<string, Readonly<Record<string, string>>>>): E;
    };
    readonly Decoration: {
      mark(spec: { readonly class: string }): { range(from: number, to: number): unknown };
      set(ranges: readonly never[]): unknown;
    };
    readonly keymap: Facet<readonly { readonly key: string; run(view: CodeMirrorView): boolean }[], E>;
    readonly showTooltip: { from(field: never): E };
    /** `never`: with the types of the DOM, a tooltip of CodeMirror needs an `HTMLElement`, which this file cannot name. */
    hoverTooltip(source: never): unknown;
  };
  /** `@codemirror/language` */
  readonly language: {
    readonly foldService: Facet<
      (
        state: never,
        lineStart: number,
        lineEnd: number,
      ) => { readonly from: number; readonly to: number } | null,
      E
    >;
    highlightingFor(state: never, tags: readonly Tag[]): string | null;
  };
  /** `@codemirror/autocomplete` */
  readonly autocomplete: {
    autocompletion(): E;
    snippet(template: string): (view: never, completion: never, from: number, to: number) => void;
    /** Opens the list again after an item that another one follows. */
    startCompletion?(view: never): unknown;
  };
  /** `@codemirror/lint` */
  readonly lint: { linter(source: (view: CodeMirrorView) => readonly CodeMirrorProblem[]): E };
  /**
   * `@lezer/highlight`. Words then have the colors of the highlight style of the editor. Without it, or without a style, they
   * have classes such as `tamis-string`, with colors for light and dark themes.
   */
  readonly highlight?: { readonly tags: HighlightTags<Tag> } | undefined;
}
