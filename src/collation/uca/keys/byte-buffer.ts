/** Growable byte buffer, reused for many keys. */
export class ByteBuffer {
  bytes: Uint8Array;
  size = 0;

  constructor(length = 256) {
    this.bytes = new Uint8Array(length);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.size + count));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }

  /** Does not check the capacity: call `reserve` first. */
  add(byte: number): void {
    this.bytes[this.size++] = byte;
  }

  /** Appends a 16-bit weight, high byte first. A low byte of 0 is omitted. */
  addWeight(weight: number): void {
    if (this.size + 2 > this.bytes.length) this.reserve(2);
    this.bytes[this.size++] = weight >>> 8;
    if ((weight & 0xff) !== 0) this.bytes[this.size++] = weight & 0xff;
  }

  /** Appends the level separator (byte 01) and the bytes of a level. */
  addLevel(level: ByteBuffer): void {
    this.reserve(level.size + 1);
    this.bytes[this.size++] = 1;
    level.copyTo(this.bytes, this.size);
    this.size += level.size;
  }

  copyTo(target: Uint8Array, offset: number): void {
    const { bytes, size } = this;
    // A loop is faster than `set` for the few bytes of most levels.
    if (size > 64) target.set(bytes.subarray(0, size), offset);
    else for (let i = 0; i < size; i++) target[offset + i] = bytes[i]!;
  }

  copy(): Uint8Array {
    return this.bytes.slice(0, this.size);
  }
}
