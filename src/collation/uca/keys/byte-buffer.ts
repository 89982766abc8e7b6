/** Bytes that grow. Kept and filled again. */
export class ByteBuffer {
  bytes: Uint8Array;
  size = 0;

  constructor(length = 256) {
    this.bytes = new Uint8Array(length);
  }

  /** Makes room for so many more. */
  reserve(count: number): void {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.size + count));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }

  /** Adds one byte. There must be room. */
  add(byte: number): void {
    this.bytes[this.size++] = byte;
  }

  /** Adds a weight of two bytes, without a second byte of 0. */
  addWeight(weight: number): void {
    if (this.size + 2 > this.bytes.length) this.reserve(2);
    this.bytes[this.size++] = weight >>> 8;
    if ((weight & 0xff) !== 0) this.bytes[this.size++] = weight & 0xff;
  }

  /** Adds the byte 01 and after it all bytes of another. */
  addLevel(level: ByteBuffer): void {
    this.reserve(level.size + 1);
    this.bytes[this.size++] = 1;
    level.copyTo(this.bytes, this.size);
    this.size += level.size;
  }

  /** Copies all bytes to a place of an array. There must be room. */
  copyTo(target: Uint8Array, place: number): void {
    const { bytes, size } = this;
    // For the few bytes that a level mostly has, a loop is much quicker than a copy of a part.
    if (size > 64) target.set(bytes.subarray(0, size), place);
    else for (let i = 0; i < size; i++) target[place + i] = bytes[i]!;
  }

  /** The bytes so far, as an array of their own. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.size);
  }
}
