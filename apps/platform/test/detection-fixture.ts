import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBinaryWriter, makeReader } from "ion-js";
import { expect } from "vitest";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import type { PlatformOptions } from "../src/platform.ts";
import {
  type Answer,
  clientWith,
  type Parts,
  registration,
  startPlatform,
  type TestPlatform,
  tokenOf,
} from "./platform-fixture.ts";

export const EXECUTE = "/detection/decision/execute";
export const VALIDATE = "/detection/decision/validate";
export const MESSAGE = "application/vnd.vendor.detection.message.payments+ion";

/** A message for the sample package. */
export const VALID = `{
  command: { messageId: "m1", build: 1, messageClassificationName: "authorization" },
  payment: {
    amount: 12.50, currency: "EUR", time: 2026-03-01T11:59:00Z, channel: terminal,
    country: "FR", merchant: "Café de Flore", tags: ["returning"],
  },
  account: { number: "A-1", opened: 2020-02-29, country: "FR", limit: 100 },
}`;

export interface DetectionClient {
  readonly platform: TestPlatform;
  readonly token: string;
  /** A token of an administrator. */
  readonly admin: string;
  readonly send: (target: string, parts?: Parts) => Promise<Answer>;
  /** Sends a message in Ion. */
  readonly execute: (body: string | Uint8Array, parts?: Parts) => Promise<Answer>;
  readonly validate: (body: string | Uint8Array, parts?: Parts) => Promise<Answer>;
}

export async function startDetection(options: Partial<PlatformOptions> = {}): Promise<DetectionClient> {
  const platform = await startPlatform({ accessTokenValidity: 30 * 86_400, ...options });
  await platform.tokens.addClient(registration("c"));
  await platform.tokens.addClient(registration("boss", { authorities: [ADMINISTRATORS] }));
  const token = await tokenOf(platform, "c");
  const admin = await tokenOf(platform, "boss", ADMINISTRATORS);
  const { send } = clientWith(platform, token);
  const post =
    (target: string) =>
    (body: string | Uint8Array, parts: Parts = {}) =>
      send(target, { method: "POST", type: MESSAGE, body, ...parts });
  return { platform, token, admin, send, execute: post(EXECUTE), validate: post(VALIDATE) };
}

/** Converts Ion text to binary Ion. */
export function toBinary(text: string): Uint8Array {
  const reader = makeReader(text);
  const writer = makeBinaryWriter();
  writer.writeValues(reader);
  writer.close();
  return writer.getBytes();
}

/** Runs work in an empty folder, and removes it. */
export async function withFolder<T>(work: (path: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "detection-"));
  try {
    return await work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Expects something that becomes true later. A busy machine can take seconds. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
