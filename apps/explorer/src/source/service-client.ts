import { parseJson } from "tamis/catalog";

/** An error response, or a server that does not answer. The message is for the user. */
export class ServiceError extends Error {
  /** Status of the response; 0 without one. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface ServiceRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

const TOKEN = "tamis-token";
/** Queries that are longer are sent as a form: servers limit the length of a URL. */
const MAX_URL_QUERY = 6_000;

/** Sends requests to the server of the page. Asks for the token that the server may require, and keeps it for the tab. */
export class ServiceClient {
  readonly #askToken: (isRejected: boolean) => Promise<string>;
  #asking: Promise<string> | undefined;

  constructor(askToken: (isRejected: boolean) => Promise<string>) {
    this.#askToken = askToken;
  }

  /**
   * @throws ServiceError for an error response, and if the server does not answer
   * @throws DOMException (AbortError) if the signal is aborted
   */
  async send(target: string, request: ServiceRequest = {}): Promise<Response> {
    for (;;) {
      const token = savedToken();
      const response = await this.#fetch(target, request, token);
      if (response.ok) return response;
      if (response.status !== 401) throw await errorOf(response);
      if (token !== savedToken()) continue;
      // One question for all requests that wait.
      saveToken(await (this.#asking ??= this.#askToken(token !== undefined)));
      this.#asking = undefined;
    }
  }

  async #fetch(target: string, request: ServiceRequest, token: string | undefined): Promise<Response> {
    const { method = "GET", headers = {}, body, signal } = request;
    try {
      return await fetch(target, {
        method,
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
        // Otherwise the browser itself asks for a password after 401.
        credentials: "omit",
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new ServiceError(0, "The server does not answer. Check that it still runs, then try again.", {
        cause: error,
      });
    }
  }

  /** Returns the JSON of a response, with exact integers. */
  async json(target: string, request: ServiceRequest = {}): Promise<JsonObject> {
    const headers = { accept: "application/json", ...request.headers };
    const response = await this.send(target, { ...request, headers });
    return parseJson(await response.text()) as JsonObject;
  }

  /** Returns a page of a collection. Sends long queries as a form. */
  page(path: string, query: string, { headers = {}, signal }: ServiceRequest = {}): Promise<JsonObject> {
    if (query.length <= MAX_URL_QUERY) return this.json(`${path}?${query}`, { headers, signal });
    return this.json(`${path}/@query`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: query,
      signal,
    });
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

const HINTS: Readonly<Record<number, string>> = {
  404: "It may have been removed. Go back to all collections.",
  503: "Try again, or use a filter that selects fewer rows.",
};

interface ErrorBody {
  readonly message: string;
  readonly errors: readonly { readonly message: string }[];
}

async function errorOf(response: Response): Promise<ServiceError> {
  const { status } = response;
  let message = `The server answered with the status ${status}.`;
  try {
    const body = parseJson(await response.text()) as ErrorBody;
    message = body.message;
    // Those of a body that breaks several rules.
    if (body.errors.length > 0) message = body.errors.map((error) => error.message).join(" ");
  } catch {
    // A proxy answers in another form.
  }
  const hint = HINTS[status];
  return new ServiceError(status, hint === undefined ? message : `${message} ${hint}`);
}

function savedToken(): string | undefined {
  try {
    return sessionStorage.getItem(TOKEN) ?? undefined;
  } catch {
    return keptToken;
  }
}

/** Token for browsers that refuse to store anything. */
let keptToken: string | undefined;

function saveToken(token: string): void {
  keptToken = token;
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // The token then lasts until the page is closed.
  }
}
