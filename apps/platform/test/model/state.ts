/** An annotation or a report, as the service must show it. */
export interface Item {
  readonly path: string;
  readonly name: string;
  /** Value that each change replaces: the tag of the version before and a number, so that the versions form a chain. */
  note: string;
  tag: string;
  /** Tags of earlier versions. */
  readonly oldTags: string[];
  /** Label of the content of a report; undefined without content. */
  content: string | undefined;
}

/** A sign-in with its tokens. */
export interface SignIn {
  readonly access: string[];
  /** The refresh token that works. */
  current: string;
  readonly used: string[];
  isRevoked: boolean;
}

/** What the service has acknowledged. */
export class State {
  readonly annotations: Item[] = [];
  readonly reports: Item[] = [];
  readonly signIns: SignIn[] = [];
  /** Paths of deleted items. */
  readonly deleted: string[] = [];
  readonly #tags = new Set<string>();
  #notes = 0;

  /** Number of commands that ran. */
  steps = 0;
  kills = 0;
  /** Requests that a kill left without an answer, and those of them that had an effect. */
  unanswered = 0;
  effective = 0;

  /** @throws Error for a tag that another version has, or had */
  newTag(tag: string | undefined): string {
    if (tag === undefined) throw new Error("A change has no entity tag.");
    if (this.#tags.has(tag)) throw new Error(`The entity tag ${tag} is not new.`);
    this.#tags.add(tag);
    return tag;
  }

  /** Returns a value for the next version of an item. */
  nextNote(item?: Item): string {
    return `${++this.#notes} after ${item?.tag ?? "nothing"}`;
  }

  changed(item: Item, tag: string | undefined, change: Partial<Pick<Item, "note" | "content">>): void {
    item.oldTags.push(item.tag);
    item.tag = this.newTag(tag);
    Object.assign(item, change);
  }

  delete(list: Item[], item: Item): void {
    list.splice(list.indexOf(item), 1);
    this.deleted.push(item.path);
  }
}

/** Returns one of some values by a number; undefined if there are none. */
export function pick<T>(values: readonly T[], number: number): T | undefined {
  return values[number % values.length];
}

/** The entity tag that a change names: the current one, an earlier one, or none. */
export type TagKind = "current" | "old" | "none";

export function tagOf(item: Item, kind: TagKind): string | undefined {
  return kind === "current" ? item.tag : kind === "old" ? (item.oldTags.at(-1) ?? '"never"') : undefined;
}

export const EXPECTED: Readonly<Record<Exclude<TagKind, "current">, number>> = { old: 412, none: 428 };
