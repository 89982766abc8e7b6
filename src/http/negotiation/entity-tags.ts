/** Entity tags of `If-Match` or `If-None-Match`. */
export type EntityTags = "*" | readonly EntityTag[];

export interface EntityTag {
  readonly isWeak: boolean;
  /** Text between the quotes. */
  readonly opaque: string;
}

const MAX_TAGS = 64;

/**
 * Parses the field (RFC 9110, section 8.8.3). Returns undefined if it is not well-formed. A tag without quotes is accepted:
 * clients often leave them out.
 */
export function parseEntityTags(field: string): EntityTags | undefined {
  const text = field.trim();
  if (text === "*") return "*";
  const tags: EntityTag[] = [];
  const pattern = /[ \t]*(W\/)?(?:"([\x21\x23-\x7e\x80-\xff]*)"|([\w.-]+))[ \t]*(?:,|$)/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null || tags.length >= MAX_TAGS) return undefined;
    tags.push({ isWeak: match[1] !== undefined, opaque: match[2] ?? match[3]! });
  }
  return tags.length === 0 ? undefined : tags;
}
