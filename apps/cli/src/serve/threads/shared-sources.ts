import { WatchedSources } from "../sources/watched-sources.ts";
import type { Sources } from "./messages.ts";
import type { SharedSource } from "./shared-source.ts";

/** The sources of all threads. */
export class SharedSources extends WatchedSources<SharedSource> {
  /** Called after each change. */
  onChange: (() => void) | undefined;

  protected changed(): void {
    this.onChange?.();
  }

  get message(): Sources {
    return { kind: "sources", sources: this.sources.map(({ posted }) => posted), status: this.status };
  }
}
