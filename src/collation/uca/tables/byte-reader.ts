/** Reads integers in LEB128: seven bits per byte, lowest first; the eighth bit is set if more bytes follow. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Reads an unsigned integer, from 0 to 2^53 - 1. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error("internal: the collation data are truncated");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Reads a signed integer in zigzag encoding: 0, 1, 2, 3 … mean 0, -1, 1, -2 … */
  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Reads a length in bytes, and returns a reader of that many bytes after it. */
  column(): ByteReader {
    const length = this.number();
    this.at += length;
    return new ByteReader(this.bytes.subarray(this.at - length, this.at));
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }
}
