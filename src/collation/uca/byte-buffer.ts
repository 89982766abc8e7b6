/** Bytes that grow. Kept and filled again. */
export class ByteBuffer {
  bytes: Uint8Array;
  size = 0;

  constructor(length = 256) {
    this.bytes = new Uint8Array(length);
  }

  /** Makes room for so many more. */
  room(count: number): void {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.size + count));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }

  /** Adds one byte. There must be room. */
  add(byte: number): void {
    this.bytes[this.size++] = byte;
  }

  /** Adds a weight of two bytes, without a second byte of 0. There must be room. */
  addWeight(weight: number): void {
    this.bytes[this.size++] = weight >>> 8;
    if ((weight & 0xff) !== 0) this.bytes[this.size++] = weight & 0xff;
  }

  /** Adds all bytes of another. */
  addAll(other: ByteBuffer): void {
    const { bytes, size } = other;
    this.room(size);
    // For the few bytes that a level mostly has, a loop is much quicker than a copy of a part.
    if (size > 64) this.bytes.set(bytes.subarray(0, size), this.size);
    else for (let i = 0; i < size; i++) this.bytes[this.size + i] = bytes[i]!;
    this.size += size;
  }

  /** The bytes so far, as an array of their own. */
  copy(): Uint8Array {
    const { bytes, size } = this;
    if (size > 64) return bytes.slice(0, size);
    const copied = new Uint8Array(size);
    for (let i = 0; i < size; i++) copied[i] = bytes[i]!;
    return copied;
  }
}
