const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x01000193;

/** Returns 64 bits of a hash as hexadecimal digits. It is not cryptographic: texts with the same hash can be made. */
export function hashText(text: string): string {
  return `${hash(text, FIRST_SEED)}${hash(text, SECOND_SEED)}`;
}

/** Computes the FNV-1a hash of the UTF-16 units, with a final mix that spreads the last units over all bits. */
function hash(text: string, seed: number): string {
  let bits = seed;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0).toString(16).padStart(8, "0");
}
