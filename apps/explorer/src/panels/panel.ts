import type { ListedMember } from "../contract/language.ts";
import type { Column } from "../source/source.ts";
import type { Answer, QueryTexts, RequestKind, Requests, ShownRow } from "../contract/protocol.ts";

/** What the page shows now. */
export interface Shown {
  readonly texts: QueryTexts;
  readonly columns: readonly Column[];
  readonly members: readonly ListedMember[];
  readonly selected: ShownRow | undefined;
}

/** What panels can do to the page. */
export interface Actions {
  readonly writeFilter: (text: string) => void;
  readonly explainExcluded: () => void;
}

export interface RowActions {
  /** Returns buttons that change a row. */
  readonly buttonsOf: (row: ShownRow) => readonly HTMLElement[];
}

export interface GroupActions {
  /** Keeps the rows with a value of a member. */
  readonly filterGroup: (member: ListedMember, value: unknown) => void;
  readonly readGroups: () => string;
  readonly writeGroups: (text: string) => void;
}

/** Kinds of requests whose answer a panel shows. */
export type PanelKind = {
  [K in RequestKind]: Requests[K][1] extends Answer<unknown> ? K : never;
}[RequestKind];

type ValueOf<K extends PanelKind> = Extract<Requests[K][1], { readonly ok: true }>["value"];

/** A tab below the table. */
export interface Panel<K extends PanelKind> {
  readonly id: string;
  readonly title: string;
  readonly kind: K;
  /** Returns the request, or nodes if there is nothing to ask. */
  ask(shown: Shown): Requests[K][0] | readonly Node[];
  show(value: ValueOf<K>, shown: Shown, ask: Ask): readonly Node[] | Promise<readonly Node[]>;
}

/** Asks for more than the answer of the panel, until something else is shown. */
export type Ask = <K extends RequestKind>(kind: K, input: Requests[K][0]) => Promise<Requests[K][1]>;

/** A panel of any kind. Panels of different requests are in one list. */
export interface AnyPanel {
  readonly id: string;
  readonly title: string;
  readonly kind: PanelKind;
  ask(shown: Shown): object;
  show(value: unknown, shown: Shown, ask: Ask): readonly Node[] | Promise<readonly Node[]>;
}

export function definePanel<K extends PanelKind>(panel: Panel<K>): AnyPanel {
  return panel;
}
