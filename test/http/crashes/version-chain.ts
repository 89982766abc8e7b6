/**
 * Versions of one row as clients saw them. Each version is stored with the one that it replaced, so that the versions must form
 * one chain, whatever happened to the server.
 */
export class VersionChain {
  /** For each version that a client saw, the version that it replaced. */
  readonly #previous = new Map<string, string>();
  /** For each replaced version, the version whose change was acknowledged. */
  readonly #acknowledged = new Map<string, string>();

  get acknowledgedCount(): number {
    return this.#acknowledged.size;
  }

  /** @throws Error if another client saw the version with another predecessor */
  seen(version: string, previous: string): void {
    const known = this.#previous.get(version);
    if (known !== undefined && known !== previous)
      throw new Error(`Version ${version} replaced both ${known} and ${previous}.`);
    this.#previous.set(version, previous);
  }

  /** @throws Error if two changes of one version were acknowledged */
  acknowledged(version: string, previous: string): void {
    const other = this.#acknowledged.get(previous);
    if (other !== undefined) throw new Error(`Versions ${other} and ${version} both replaced ${previous}.`);
    this.#acknowledged.set(previous, version);
    this.seen(version, previous);
  }

  /**
   * Follows the chain from the last version to the first.
   *
   * @returns the number of changes
   * @throws Error if an acknowledged change is not part of the chain
   */
  verify(last: string): number {
    const chain = new Set<string>();
    for (let at: string | undefined = last; at !== undefined && at !== ""; at = this.#previous.get(at)) {
      if (chain.has(at)) throw new Error(`The chain returns to version ${at}.`);
      if (!this.#previous.has(at))
        throw new Error(`No client saw version ${at}, which another one replaced.`);
      chain.add(at);
    }
    for (const version of this.#acknowledged.values())
      if (!chain.has(version)) throw new Error(`The acknowledged version ${version} was lost.`);
    return chain.size - 1;
  }
}
