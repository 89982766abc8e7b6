import { Buffer } from "buffer/";

/** The parts of `node:buffer` that the readers of the program use. The build puts this file in place of it. */
export { Buffer };

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
