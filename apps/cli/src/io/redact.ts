/**
 * Hides passwords in messages. Every message of the program passes through {@link guardMessages}, so that no other code needs to
 * know which parts of a text are secret.
 */
import type { Writable } from "node:stream";
import { escapeControls } from "tamis/diagnostics";

/** Returns a message without passwords. */
export type Redact = (message: string) => string;

const HIDDEN = "***";

/** Secrets up to this length are hidden only where they are whole words. */
const MAX_WORD_SECRET = 3;
/** Maximum number of `@` characters of an address that are tried as the end of its password. */
const MAX_ENDS = 16;

const SECRET_NAME = String.raw`(?:ssl)?pass(?:word|wd|phrase)?|pwd`;
/** Address with a user and a password: `scheme://user:password@`. A port and a path are not a password. */
const ADDRESS = /([a-z][a-z0-9+.-]*:?\/{1,3}[^\s/?#@:]*):(?!\d+[/?#])[^\s@]*(?:@[^\s@/?#]*)*@/giu;
/** Assignment of a connection string: `password='open sesame'`. */
const ASSIGNMENT = new RegExp(
  String.raw`\b(${SECRET_NAME})(\s*=\s*)('(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|[^\s&;,'"()]+)`,
  "giu",
);
/** Environment variables with the passwords of database servers. */
export const PASSWORD_VARIABLES = {
  postgres: "PGPASSWORD",
  mariadb: "MYSQL_PWD",
  clickhouse: "CLICKHOUSE_PASSWORD",
} as const;
/** Environment variables with passwords and tokens. */
const VARIABLES = [...Object.values(PASSWORD_VARIABLES), "TAMIS_TOKEN"];
/** Options whose values are secrets, as one argument or as two. */
const SECRET_OPTION = /^--(?:token|cursor-secret)(?:=(.*))?$/s;

/**
 * Collects the secrets of a command line and its environment. The function that is returned also hides the passwords of
 * addresses and connection strings that come from elsewhere, such as a line of the shell.
 * @param argv arguments of the command line, also invalid ones
 */
export function createRedact(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Redact {
  // Collected at the first message, because most runs print none.
  let secrets: readonly string[] | undefined;
  return (message) => {
    secrets ??= collectSecrets(argv, env);
    let text = message;
    for (const secret of secrets) text = hide(text, secret);
    return text
      .replace(ADDRESS, (_, before: string) => `${before}:${HIDDEN}@`)
      .replace(ASSIGNMENT, (_, name: string, sign: string) => `${name}${sign}${HIDDEN}`);
  };
}

/** Returns all forms of all secrets, the longest first. */
function collectSecrets(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const secrets = new Set<string>();
  for (const [i, argument] of argv.entries()) {
    for (const secret of secretsOf(argument)) addForms(secrets, secret);
    const option = SECRET_OPTION.exec(argument);
    if (option !== null) addForms(secrets, option[1] ?? argv[i + 1] ?? "");
  }
  for (const name of VARIABLES) addForms(secrets, env[name] ?? "");
  return [...secrets].filter((secret) => secret.trim() !== "").sort((a, b) => b.length - a.length);
}

/** Returns the possible passwords of an argument. A password can contain `@` and `/` without percent-encoding. */
function* secretsOf(argument: string): Generator<string> {
  const text = argument.replace(/^--?[\w-]+=/, "");
  for (const start of addressStarts(text)) yield* addressSecrets(text, start);
  for (const [, , , value = ""] of text.matchAll(ASSIGNMENT)) {
    yield value;
    yield value.replace(/^(['"])(.*?)\1?$/s, "$2").replaceAll(/\\(.)/gs, "$1");
  }
}

function* addressStarts(text: string): Generator<number> {
  // A misspelled address can lack its scheme, its colon or a slash.
  if (text.startsWith("//")) yield 2;
  else if (/^[^\s/:@(),'"]+:(?!\/)\S*@[^\s@]+$/.test(text)) yield 0;
  for (const { 0: scheme, index } of text.matchAll(/[a-z][a-z0-9+.-]*:?\/{1,3}/giu))
    yield index + scheme.length;
}

/** @param start offset of the user in the address */
function* addressSecrets(address: string, start: number): Generator<string> {
  const afterScheme = address.slice(start);
  const [user = ""] = /^[^/?#@:]*/.exec(afterScheme)!;
  if (afterScheme[user.length] === ":") {
    const from = user.length + 1;
    let end = afterScheme.indexOf("@", from);
    for (let ends = 0; end >= 0 && ends < MAX_ENDS; ends++) {
      const secret = afterScheme.slice(from, end);
      // Messages show the other parts of an address anyway. Hiding a part that equals the password would reveal that
      // both are the same.
      const otherText = `${address.slice(0, start)} ${user} ${afterScheme.slice(end).replace(/[?#].*$/s, "")}`;
      if (!otherText.split(/[^\p{L}\p{N}_-]+/u).includes(secret)) yield secret;
      end = afterScheme.indexOf("@", end + 1);
    }
  }
  for (const [, name = "", value = ""] of afterScheme.matchAll(/[?&]([^=&#\s]+)=([^&#\s]*)/g))
    if (/pass|pwd|secret|token/i.test(name)) yield value;
}

/** Adds a secret in the forms in which messages can contain it. */
function addForms(secrets: Set<string>, secret: string): void {
  const plain = percentDecoded(secret);
  for (const form of [secret, plain, secret.replaceAll("+", " "), encodeURI(wellFormed(plain))])
    for (const variant of [form, form.replace(/\s+/g, " "), form.replaceAll("'", "''")]) {
      secrets.add(variant);
      secrets.add(escapeControls(variant));
      secrets.add(JSON.stringify(variant).slice(1, -1));
    }
  secrets.add(encodeURIComponent(wellFormed(plain)));
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** Decodes percent-encoded text. Leaves invalid sequences unchanged. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function hide(text: string, secret: string): string {
  if (secret.length <= MAX_WORD_SECRET) {
    const pattern = secret.replace(
      /[^\p{L}\p{N}]/gu,
      (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
    );
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "gu"), HIDDEN);
  }
  let hidden = text.replaceAll(secret, HIDDEN);
  // A message that quotes the address may have been cut within the password.
  if (!hidden.includes("…")) return hidden;
  for (let length = secret.length - 1; length > 0; length--)
    hidden = hidden.replaceAll(`:${secret.slice(0, length)}…`, `:${HIDDEN}…`);
  return hidden;
}

/**
 * Matches the control sequences that messages may contain: line ends, colors, and the sequence that erases the progress
 * line.
 */
const OWN_CONTROLS = /(\n|\x1b\[[\d;]*m|\r\x1b\[K)/;
const PLAIN = /^[\n\x20-\x7e]*$/;

/** Escapes the control characters and invisible characters of a message. Keeps its lines and colors. */
export function escapeMessage(message: string): string {
  if (PLAIN.test(message)) return message;
  return message
    .split(OWN_CONTROLS)
    .map((part, i) => (i % 2 === 1 ? part : escapeControls(part)))
    .join("");
}

/** Writes messages without passwords and control characters. */
export interface Messages {
  readonly write: (text: string) => boolean;
}

export function guardMessages(stream: Pick<Writable, "write">, redact: Redact): Messages {
  return { write: (text) => stream.write(redact(escapeMessage(text))) };
}
