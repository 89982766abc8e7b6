import type { HttpRequest } from "tamis/http";
import type { Credential, Credentials } from "../store/credentials.ts";
import type { Form } from "./form.ts";
import { refuse } from "./oauth-error.ts";
import type { ClientRow } from "../store/records.ts";

/** Maximum length of a field `Authorization`. */
const MAX_LENGTH = 4_096;

/**
 * Authenticates the client of a token request by HTTP Basic.
 *
 * @throws OAuthRefusal: `invalid_client`; `invalid_request` for several methods of authentication at once
 */
export async function authenticateClient(
  { headers }: HttpRequest,
  form: Form,
  clients: Credentials,
): Promise<ClientRow> {
  const header = headers["authorization"];
  if (header !== undefined && typeof header !== "string" && header.length > 1)
    refuse("invalid_request", "The header field Authorization occurs twice.");
  if (form.has("client_secret"))
    refuse("invalid_request", "Send the client secret by HTTP Basic, not in the body.");
  const basic = readBasic(typeof header === "string" ? header : header?.[0]);
  if (basic === undefined)
    refuse("invalid_client", "Send the client id and the client secret by HTTP Basic.");
  if (form.has("client_id") && !basic.some(({ name }) => name === form.get("client_id")))
    refuse("invalid_request", "The client_id in the body is not that of the header field Authorization.");
  const result = await clients.verify(...basic);
  switch (result.kind) {
    case "correct":
      return result.row as ClientRow;
    case "wrong":
      return refuse("invalid_client", "The client is not registered here, or its secret is another one.");
    case "paused":
      return refuse("invalid_client", "There were too many wrong secrets.", result.seconds);
    case "busy":
      return refuse("temporarily_unavailable", "Too many clients sign in at the same time.", 1);
  }
}

/**
 * Returns the name and the secret of a field `Authorization`. OAuth encodes both as in a form, but curl does not, so a field with
 * percent signs or plus signs has two meanings.
 */
function readBasic(field: string | undefined): readonly [Credential, ...Credential[]] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec((field ?? "").slice(0, MAX_LENGTH))?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  const plain = { name: text.slice(0, colon), secret: text.slice(colon + 1) };
  const decoded = { name: decodeForm(plain.name), secret: decodeForm(plain.secret) };
  if (decoded.name === undefined || decoded.secret === undefined) return [plain];
  const { name, secret } = decoded;
  return name === plain.name && secret === plain.secret ? [plain] : [plain, { name, secret }];
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
