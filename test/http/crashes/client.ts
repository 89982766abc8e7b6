import { Agent, request } from "node:http";

export interface Reply {
  readonly status: number;
  readonly etag: string;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request. Rejects if the connection breaks before the whole response has arrived. */
export function exchange(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("close", () => {
        if (!response.complete) reject(new Error("The connection was lost."));
        else
          resolve({
            status: response.statusCode!,
            etag: response.headers.etag?.replaceAll('"', "") ?? "",
            body: text,
          });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
