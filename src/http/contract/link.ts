/** A link of a representation. Absent properties do not apply. */
export interface Link {
  readonly method: string;
  readonly rel: string;
  /** Target, relative to the deployment. */
  readonly uri: string;
  readonly href: string;
  readonly title?: string;
  /** Media type to send or to accept. */
  readonly type?: string;
  /** Media type of the items of a collection. */
  readonly itemType?: string;
  readonly responseType?: string;
  readonly responseItemType?: string;
}
