import type { ServiceResource } from "tamis/http";
import type { FamilyNested, FamilyOperation } from "../access/guard.ts";

/** The parts that one API family adds to the service. */
export interface Family {
  /** Path of the API root, with a slash at the end. */
  readonly root: string;
  readonly resources?: readonly ServiceResource[];
  /** Collections below items. */
  readonly nested?: readonly FamilyNested[];
  readonly operations?: readonly FamilyOperation[];
  /**
   * Creates the rows that a new deployment begins with.
   *
   * @param now milliseconds since 1970
   */
  readonly addSample?: (now: number) => Promise<void>;
  /** Ends background work. The storage is still open. */
  readonly close?: () => Promise<void>;
}
