import { formatJson } from "tamis/catalog";
import { VERSION } from "../../command/version.ts";
import { isRecord } from "../json-record.ts";
import type { Tool, ToolResult } from "../tools/tool.ts";
import {
  readMessage,
  RPC_CODES,
  RpcError,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
} from "./json-rpc.ts";

/** Versions of the protocol that this server speaks, newest first. Their difference, batches of messages, is not needed. */
const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2024-11-05"] as const;

/** Requests that are answered at the same time. More get an error. */
const MAX_RUNNING = 32;

export interface SessionOptions {
  readonly tools: readonly Tool[];
  /** Text for the language model about the server as a whole. */
  readonly instructions: string;
  /** Sends one line without its line break. */
  readonly send: (line: string) => Promise<void>;
  /** Called with each error of the server. */
  readonly onError: (error: unknown) => void;
}

/** The server's side of one connection of the Model Context Protocol. */
export class McpSession {
  readonly #options: SessionOptions;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #answers = new Set<Promise<void>>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Handles one line. Returns at once: answers are sent when they are complete. */
  receive(line: string | undefined): void {
    if (line?.trim() === "") return;
    const message =
      line === undefined
        ? ({
            kind: "fault",
            id: null,
            code: RPC_CODES.invalidRequest,
            message: "The message is too long.",
          } as const)
        : readMessage(line);
    if (message.kind === "notification") this.#notice(message);
    if (message.kind === "fault")
      this.#track(this.#sendError(message.id, new RpcError(message.code, message.message)));
    if (message.kind === "request") this.#track(this.#answer(message));
  }

  /** Waits until all answers are sent. */
  async finish(): Promise<void> {
    while (this.#answers.size > 0) await Promise.all(this.#answers);
  }

  /** Ends all running requests without an answer. */
  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  #track(answer: Promise<void>): void {
    const trackedAnswer = answer
      .catch(this.#options.onError)
      .finally(() => this.#answers.delete(trackedAnswer));
    this.#answers.add(trackedAnswer);
  }

  #notice({ method, params }: RpcNotification): void {
    const id = params["requestId"];
    if (method !== "notifications/cancelled" || (typeof id !== "string" && typeof id !== "number")) return;
    this.#running.get(id)?.abort();
  }

  async #answer({ id, method, params }: RpcRequest): Promise<void> {
    if (this.#running.has(id))
      return this.#sendError(
        id,
        new RpcError(RPC_CODES.invalidRequest, "A request with this id is running."),
      );
    if (this.#running.size >= MAX_RUNNING)
      return this.#sendError(
        id,
        new RpcError(RPC_CODES.internal, "The server is busy. Repeat the request later."),
      );
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#result(method, params, controller.signal);
      // Nobody waits for the answer to a request that was cancelled.
      if (!controller.signal.aborted) await this.#send({ id, result });
    } catch (error) {
      if (controller.signal.aborted) return;
      await this.#sendError(id, error);
    } finally {
      this.#running.delete(id);
    }
  }

  async #result(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<object> {
    switch (method) {
      case "initialize":
        return this.#initialize(params["protocolVersion"]);
      case "ping":
        return {};
      case "tools/list":
        return { tools: this.#options.tools.map(describeTool) };
      case "tools/call":
        return this.#call(params, signal);
      default:
        throw new RpcError(RPC_CODES.unknownMethod, `The server has no method ${formatJson(method)}.`);
    }
  }

  #initialize(requested: unknown): object {
    return {
      protocolVersion: PROTOCOL_VERSIONS.find((version) => version === requested) ?? PROTOCOL_VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: "tamis", title: "tamis", version: VERSION },
      instructions: this.#options.instructions,
    };
  }

  async #call(params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<object> {
    const { name, arguments: args = {} } = params;
    const tool = this.#options.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) {
      const names = this.#options.tools.map((candidate) => candidate.name).join(", ");
      throw new RpcError(RPC_CODES.invalidParams, `Unknown tool. The tools are ${names}.`);
    }
    if (!isRecord(args)) throw new RpcError(RPC_CODES.invalidParams, "arguments must be an object.");
    const { content, isError = false }: ToolResult = await tool.run(args, signal);
    return {
      content: [{ type: "text", text: formatJson(content) }],
      structuredContent: content,
      ...(isError ? { isError } : {}),
    };
  }

  #sendError(id: RequestId | null, error: unknown): Promise<void> {
    if (error instanceof RpcError)
      return this.#send({ id, error: { code: error.code, message: error.message } });
    this.#options.onError(error);
    return this.#send({ id, error: { code: RPC_CODES.internal, message: "The server failed to answer." } });
  }

  #send(message: object): Promise<void> {
    return this.#options.send(formatJson({ jsonrpc: "2.0", ...message }));
  }
}

function describeTool({ name, title, description, inputSchema, outputSchema }: Tool): object {
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}
