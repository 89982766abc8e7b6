const scope = globalThis as {
  __tamisTestFile?: (path: string) => void;
  __vitest_worker__?: { filepath?: string };
};
scope.__tamisTestFile?.(scope.__vitest_worker__?.filepath ?? "");
