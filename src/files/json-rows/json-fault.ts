/**
 * Finds the first syntax error (RFC 8259): `JSON.parse` does not report one portably. Not recursive, because nesting
 * may be deep.
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { showCodePoint, quoteCharacter } from "../bytes/show-character.ts";

export interface JsonFault {
  /** UTF-16 offset of the fault. Equals the text's length if the text ends too early. */
  readonly offset: number;
  readonly reason: string;
}

export function findJsonFault(text: string): JsonFault | undefined {
  requireText(text, "text");
  return new JsonParser(text).fault();
}

const VALUE = "a value";
const NAME = "a member name in double quotes";

class JsonParser {
  readonly #text: string;
  #at = 0;
  /** Closing brackets of the open objects and lists, outermost first. */
  readonly #open: ("}" | "]")[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  fault(): JsonFault | undefined {
    try {
      this.#value();
    } catch (error) {
      if (error instanceof FaultFound) return error.fault;
      throw error;
    }
    return undefined;
  }

  #value(): void {
    // Allowed next token. "first": first element or end of a list; "after": comma or closing bracket.
    for (let expected: "value" | "first" | "after" = "value"; ;) {
      const character = this.#next();
      const closer = this.#open.at(-1);
      if (expected === "after") {
        if (closer === undefined) {
          if (character === "") return;
          this.#fail(`the value is complete, and ${quoteCharacter(character)} follows`);
        }
        if (character === closer) {
          this.#close();
          continue;
        }
        if (character !== ",") this.#expected(`',' or '${closer}'`, character);
        this.#at++;
        if (closer === "}") this.#name(false);
        expected = "value";
        continue;
      }
      if (expected === "first" && character === "]") {
        this.#close();
        expected = "after";
      } else if (character === "{") {
        this.#at++;
        this.#open.push("}");
        if (this.#name(true)) expected = "value";
        else {
          this.#close();
          expected = "after";
        }
      } else if (character === "[") {
        this.#at++;
        this.#open.push("]");
        expected = "first";
      } else {
        this.#scalar(character);
        expected = "after";
      }
    }
  }

  #close(): void {
    this.#at++;
    this.#open.pop();
  }

  /** Reads the name of a member. Returns false if the object ends instead. */
  #name(mayClose: boolean): boolean {
    const character = this.#next();
    if (mayClose && character === "}") return false;
    if (character === "}") this.#fail("there is a comma before '}', but no member follows it");
    if (character !== '"') this.#expected(mayClose ? `${NAME} or '}'` : NAME, character);
    this.#string();
    const colon = this.#next();
    if (colon !== ":") this.#fail("':' is expected after a member name", colon);
    this.#at++;
    return true;
  }

  #scalar(character: string): void {
    if (character === '"') {
      this.#string();
      return;
    }
    if (character === "-" || (character >= "0" && character <= "9")) {
      this.#number();
      return;
    }
    const word = ["true", "false", "null"].find((known) => this.#text.startsWith(known, this.#at));
    if (word !== undefined) {
      this.#at += word.length;
      return;
    }
    if (character === "]") this.#fail("there is a comma before ']', but no value follows it");
    this.#expected(VALUE, character);
  }

  #number(): void {
    const text = this.#text;
    const start = this.#at;
    if (text[this.#at] === "-") this.#at++;
    const whole = this.#digits();
    if (whole === 0) this.#expected("a digit", this.#character());
    if (whole > 1 && text[this.#at - whole] === "0") {
      this.#at = start;
      this.#fail("a number must not begin with 0 before other digits");
    }
    if (text[this.#at] === ".") {
      this.#at++;
      if (this.#digits() === 0) this.#fail("a digit is expected after the decimal point", this.#character());
    }
    if (text[this.#at] === "e" || text[this.#at] === "E") {
      this.#at++;
      if (text[this.#at] === "+" || text[this.#at] === "-") this.#at++;
      if (this.#digits() === 0) this.#fail("a digit is expected in the exponent", this.#character());
    }
  }

  #digits(): number {
    const start = this.#at;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character < "0" || character > "9") return this.#at - start;
      this.#at++;
    }
  }

  #string(): void {
    const text = this.#text;
    const start = this.#at++;
    for (;;) {
      const character = text[this.#at];
      if (character === undefined) {
        this.#at = start;
        this.#fail("the string that begins here is not closed");
      }
      if (character === '"') break;
      if (character < " ") {
        this.#fail(`${showCodePoint(character)} in a string must be written as an escape`);
      }
      if (character === "\\") this.#escape();
      else this.#at++;
    }
    this.#at++;
  }

  #escape(): void {
    const letter = this.#text[this.#at + 1] ?? "";
    if (letter === "u") {
      for (let i = 2; i < 6; i++) {
        if (!/^[0-9a-fA-F]$/.test(this.#text[this.#at + i] ?? "")) {
          this.#fail("four hexadecimal digits are expected after \\u");
        }
      }
      this.#at += 6;
    } else if (letter !== "" && '"\\/bfnrt'.includes(letter)) this.#at += 2;
    else this.#fail(`a backslash before ${quoteCharacter(letter)} is not an escape`);
  }

  /** Skips white space. Returns the character at the new position, or `""` at the end of the text. */
  #next(): string {
    for (;;) {
      const character = this.#text[this.#at];
      if (character !== " " && character !== "\n" && character !== "\r" && character !== "\t")
        return this.#character();
      this.#at++;
    }
  }

  #character(): string {
    const codePoint = this.#text.codePointAt(this.#at);
    return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  }

  #expected(what: string, character: string): never {
    this.#fail(`${what} is expected`, character);
  }

  #fail(reason: string, character?: string): never {
    let sentence = reason;
    if (character === "") sentence += ", and the text ends";
    else if (character !== undefined) sentence += `, not ${quoteCharacter(character)}`;
    throw new FaultFound({ offset: this.#at, reason: sentence });
  }
}

class FaultFound extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.reason);
    this.fault = fault;
  }
}
