import { expect, it } from "vitest";
import { withNotification } from "../../../src/http/stores/notification.ts";
import type { SqlStatement } from "../../../src/sql/fragments/fragment.ts";

it("the payload of a notification is the key, or empty beyond 1,900 characters", async () => {
  for (const [length, isSent] of [
    [1_900, true],
    [1_901, false],
  ] as const) {
    const statements: SqlStatement[] = [];
    const run = (statement: SqlStatement) => Promise.resolve(void statements.push(statement));
    const key = "k".repeat(length);
    await withNotification(undefined, "things")()({ run } as never, { key } as never);
    const text = JSON.stringify(statements);
    expect(text).toContain("pg_notify");
    expect(text.includes(key)).toBe(isSent);
  }
});
