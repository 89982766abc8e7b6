/** Messages of JSON-RPC 2.0, which the Model Context Protocol uses. */
import { isRecord } from "../json-record.ts";

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An invalid message. `id` is null if it cannot be read. */
export interface RpcFault {
  readonly kind: "fault";
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

/** Responses are ignored: this server sends no requests. */
export type RpcMessage = RpcRequest | RpcNotification | RpcFault | { readonly kind: "response" };

export const RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const;

/** Ends a request with an error of the protocol. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads one line. Never throws. */
export function readMessage(line: string): RpcMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return { kind: "fault", id: null, code: RPC_CODES.parse, message: "The message is not valid JSON." };
  }
  if (!isRecord(message)) return invalid(null, "A message is a JSON object.");
  const { id, method, params = {} } = message;
  const validId = typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : null;
  if (message["jsonrpc"] !== "2.0") return invalid(validId, 'The message needs "jsonrpc": "2.0".');
  if (typeof method !== "string") {
    const isResponse = Object.hasOwn(message, "result") || Object.hasOwn(message, "error");
    return isResponse ? { kind: "response" } : invalid(validId, "The message has no method.");
  }
  if (!isRecord(params)) return invalid(validId, "params must be an object.");
  if (id === undefined) return { kind: "notification", method, params };
  if (validId === null) return invalid(null, "id must be a string or an integer.");
  return { kind: "request", id: validId, method, params };
}

function invalid(id: RequestId | null, message: string): RpcFault {
  return { kind: "fault", id, code: RPC_CODES.invalidRequest, message };
}
