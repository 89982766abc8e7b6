import { errorResponse, type HttpRequest, type HttpResponse } from "tamis/http";

const ALLOW = "GET, HEAD, OPTIONS";

export function isRead({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Answers a method other than GET and HEAD at a path that can only be read. */
export function answerOtherMethod({ method, path, headers }: HttpRequest): HttpResponse {
  if (method === "OPTIONS") return { status: 204, headers: { allow: ALLOW }, body: undefined };
  const accept = Object.hasOwn(headers, "accept") ? headers["accept"] : undefined;
  return errorResponse(
    { status: 405, message: `${method} is not possible here.`, headers: { allow: ALLOW } },
    {
      path,
      search: "",
      accept: typeof accept === "string" ? accept : accept?.join(", "),
      traceId: crypto.randomUUID(),
    },
  );
}
