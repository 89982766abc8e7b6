/** Reads the sizes of the files in a ZIP archive from its central directory (APPNOTE 4.3). */

export interface ZippedFile {
  readonly name: string;
  readonly packedSize: number;
  /** Size in bytes that the archive states. */
  readonly size: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 0xffff;
/** Value of fields whose number is in a ZIP64 field instead. */
const IN_ZIP64 = 0xffffffff;

/** Returns undefined for an archive without a complete directory, such as a truncated one. */
export function zippedFiles(archive: Buffer): readonly ZippedFile[] | undefined {
  try {
    const files: ZippedFile[] = [];
    for (let at = directoryStart(archive); archive.readUInt32LE(at) === ENTRY_SIGNATURE;) {
      const nameEnd = at + ENTRY_BYTES + archive.readUInt16LE(at + 28);
      const extraEnd = nameEnd + archive.readUInt16LE(at + 30);
      const packedSize = archive.readUInt32LE(at + 20);
      const size = archive.readUInt32LE(at + 24);
      const name = archive.toString("utf8", at + ENTRY_BYTES, nameEnd);
      const large = archive.subarray(nameEnd, extraEnd);
      files.push({ name, packedSize, size: size === IN_ZIP64 ? zip64Size(large) : size });
      at = extraEnd + archive.readUInt16LE(at + 32);
    }
    return files;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError if there is no directory */
function directoryStart(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = archive.length - END_BYTES; at >= first; at--) {
    if (archive.readUInt32LE(at) !== END_SIGNATURE) continue;
    const start = archive.readUInt32LE(at + 16);
    if (start !== IN_ZIP64) return start;
    const locator = at - END64_LOCATOR_BYTES;
    if (archive.readUInt32LE(locator) !== END64_LOCATOR_SIGNATURE) return start;
    const end64 = Number(archive.readBigUInt64LE(locator + 8));
    return Number(archive.subarray(end64, end64 + END64_BYTES).readBigUInt64LE(48));
  }
  throw new RangeError("no directory");
}

/** The uncompressed size is the first number of the ZIP64 field. */
function zip64Size(extra: Buffer): number {
  for (let at = 0; ; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return Number(extra.readBigUInt64LE(at + 4));
}
