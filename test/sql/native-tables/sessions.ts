import type { SqlSource } from "../../../src/engine/databases/source.ts";

/** Keeps the last session, which consecutive tables with the same settings share. It is prepared once. */
export interface Sessions {
  readonly get: (settings: readonly string[]) => Promise<SqlSource>;
  readonly end: () => Promise<void>;
}

interface SessionRules<S> {
  readonly open: (
    settings: readonly string[],
  ) => Promise<{ readonly session: S; readonly source: SqlSource }>;
  readonly close: (session: S) => Promise<void>;
}

export function sessionsOf<S>({ open, close }: SessionRules<S>): Sessions {
  let last: { readonly settings: string; readonly session: S; readonly source: SqlSource } | undefined;
  const end = async () => {
    if (last !== undefined) await close(last.session);
    last = undefined;
  };
  return {
    async get(settings) {
      if (last?.settings === settings.join()) return last.source;
      await end();
      const { session, source } = await open(settings);
      let prepared: ReturnType<SqlSource["prepare"]> | undefined;
      const prepare: SqlSource["prepare"] = (options) => (prepared ??= source.prepare(options));
      last = { settings: settings.join(), session, source: { ...source, prepare } };
      return last.source;
    },
    end,
  };
}
