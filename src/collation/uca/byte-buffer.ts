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
    this.room(other.size);
    this.bytes.set(other.bytes.subarray(0, other.size), this.size);
    this.size += other.size;
  }
}
