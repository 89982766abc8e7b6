/*
 * Validates rows of texts, and finds their values. Accepts only rows that the readers of `src/files` accept, and leaves rare rows to them.
 * The text ends with a line feed. Vectors also load up to 15 bytes after it, which have no effect.
 *
 * Most functions that skip something return 0 if its row must be read in another way, otherwise the address after it.
 */

/** Skips spaces, tabs and carriage returns. */
function skipSpace(at: u32): u32 {
  while (true) {
    const byte = load<u8>(at);
    if (byte > 0x20 || (byte != 0x20 && byte != 0x09 && byte != 0x0d)) return at;
    at++;
  }
}

/** Skips a character of several bytes in UTF-8. Its first two bytes show overlong forms, surrogates and code points above U+10FFFF. */
function skipCharacter(at: u32): u32 {
  const bytes = load<u32>(at);
  const upper = ((bytes & 0x0f) << 6) | ((bytes >> 8) & 0x3f);
  if ((bytes & 0xc0e0) == 0x80c0) return (bytes & 0xff) >= 0xc2 ? at + 2 : 0;
  if ((bytes & 0xc0c0f0) == 0x8080e0) return upper >= 0x20 && upper >> 5 != 0x1b ? at + 3 : 0;
  if ((bytes & 0xc0c0c0f8) == 0x808080f0) return upper - 0x10 < 0x100 ? at + 4 : 0;
  return 0;
}

/** Returns whether four hexadecimal digits are at an address. */
function isHex(at: u32): bool {
  const bytes = v128.load32_zero(at);
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10));
  const lower = v128.or(bytes, i8x16.splat(0x20));
  const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(6));
  return (i8x16.bitmask(v128.or(digits, letters)) & 0x0f) == 0x0f;
}

/** Skips an escape of a JSON string. */
function skipEscape(at: u32): u32 {
  const letter: u32 = load<u8>(at, 1);
  if (letter == 0x75) return isHex(at + 2) ? at + 6 : 0;
  if (letter == 0x22 || letter == 0x2f) return at + 2;
  // The letters from "\" on that are escapes: \ b f n r t.
  const distance = letter - 0x5c;
  return distance < 32 && (0x01440441 >> distance) & 1 ? at + 2 : 0;
}

/** Skips the rest of a string after its opening quote. */
function skipString(at: u32): u32 {
  while (true) {
    // As signed numbers, the bytes of longer characters are negative. One comparison finds them and the control characters.
    const bytes = v128.load(at);
    const marks = v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c)));
    const mask = i8x16.bitmask(v128.or(marks, i8x16.lt_s(bytes, i8x16.splat(0x20))));
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    const byte = load<u8>(at);
    if (byte == 0x22) return at + 1;
    if (byte < 0x20) return 0;
    if (byte == 0x5c) {
      at = skipEscape(at);
      if (at == 0) return 0;
      continue;
    }
    // Characters of several bytes often follow one another.
    do {
      at = skipCharacter(at);
      if (at == 0) return 0;
    } while (load<u8>(at) >= 0x80);
  }
}

/** Returns the number of digits at an address, up to 16. */
function digitsAt(at: u32): u32 {
  const digits = i8x16.lt_u(i8x16.sub(v128.load(at), i8x16.splat(0x30)), i8x16.splat(10));
  return ctz(~i8x16.bitmask(digits));
}

function skipNumber(at: u32): u32 {
  at += (load<u8>(at) == 0x2d) as u32;
  let count = digitsAt(at);
  if (count == 0 || count > 15 || (count > 1 && load<u8>(at) == 0x30)) return 0;
  at += count;
  if (load<u8>(at) == 0x2e) {
    at++;
    count = digitsAt(at);
    if (count == 0) return 0;
    at += count;
    while (count == 16) {
      count = digitsAt(at);
      at += count;
    }
  }
  if ((load<u8>(at) | 0x20) != 0x65) return at;
  const sign = load<u8>(++at);
  at += (sign == 0x2b || sign == 0x2d) as u32;
  // An exponent of 1 or 2 digits.
  count = digitsAt(at);
  return count - 1 < 2 ? at + count : 0;
}

/** Skips a string, a number or a word. */
function skipScalar(at: u32): u32 {
  const byte = load<u8>(at);
  if (byte == 0x22) return skipString(at + 1);
  if (byte < 0x3a) return skipNumber(at);
  const word = load<u32>(at);
  // The words null and true, and the last four letters of false.
  if (word == 0x6c6c756e || word == 0x65757274) return at + 4;
  return byte == 0x66 && load<u32>(at, 1) == 0x65736c61 ? at + 5 : 0;
}

/** Skips a name, a colon, and the space around the colon. */
function skipName(at: u32): u32 {
  if (load<u8>(at) != 0x22) return 0;
  at = skipString(at + 1);
  return at == 0 ? 0 : skipColon(at);
}

function skipColon(at: u32): u32 {
  at = skipSpace(at);
  return load<u8>(at) == 0x3a ? skipSpace(at + 1) : 0;
}

/**
 * Skips a list or an object with a depth of up to 64; `scan` reads deeper ones. The brackets "[" and "{" differ in bit 5, as do "]" and
 * "}". This bit is kept for each open list or object: 1 for an object.
 */
function skipNested(at: u32): u32 {
  let depth = 0;
  let open: u64 = 0;
  while (true) {
    const byte: u32 = load<u8>(at);
    let isEmpty = false;
    if ((byte | 0x20) == 0x7b) {
      if (depth == 64) return 0;
      depth++;
      open = (open << 1) | ((byte >> 5) & 1);
      at = skipSpace(at + 1);
      isEmpty = load<u8>(at) == byte + 2;
      if (!isEmpty) {
        if (open & 1) {
          at = skipName(at);
          if (at == 0) return 0;
        }
        continue;
      }
    } else {
      at = skipScalar(at);
      if (at == 0) return 0;
      at = skipSpace(at);
    }
    while (load<u8>(at) == (0x5d | (((open as u32) & 1) << 5))) {
      at++;
      if (--depth == 0) return at;
      open >>= 1;
      at = skipSpace(at);
    }
    if (load<u8>(at) != 0x2c) return 0;
    at = skipSpace(at + 1);
    if (open & 1) {
      at = skipName(at);
      if (at == 0) return 0;
    }
  }
}

/**
 * Returns whether the bytes at an address are those of a name. `key` has the address and the length of the name. `masks` has 16 bytes of
 * ones, and then 16 zeros.
 */
function isKey(at: u32, key: u32, masks: u32): bool {
  let name = load<u32>(key);
  let left = load<u32>(key, 4);
  for (; left > 16; at += 16, name += 16, left -= 16)
    if (v128.any_true(v128.xor(v128.load(at), v128.load(name)))) return false;
  const difference = v128.xor(v128.load(at), v128.load(name));
  return !v128.any_true(v128.and(difference, v128.load(masks + 16 - left)));
}

/**
 * Reads the members of an object, and stores the offset of each value in its record. `row` is the address before the row. `at` is the
 * address of the first name. Returns the address after the object.
 */
function readMembers(row: u32, at: u32, record: u32, keys: u32, keysEnd: u32, masks: u32): u32 {
  let key = keys;
  while (load<u8>(at) == 0x22) {
    at++;
    // Most rows have the same order of members, so the search begins with the member after the previous one.
    let tried = keys;
    while (true) {
      if (key >= keysEnd) key = keys;
      if (isKey(at, key, masks)) break;
      key += 8;
      tried += 8;
      if (tried >= keysEnd) return 0;
    }
    at = skipColon(at + load<u32>(key, 4));
    if (at == 0) return 0;
    const offset = at - row;
    if (offset >= 0xffff) return 0;
    store<u16>(record + ((key - keys) >> 2), offset);
    key += 8;
    at = (load<u8>(at) | 0x20) == 0x7b ? skipNested(at) : skipScalar(at);
    if (at == 0) return 0;
    at = skipSpace(at);
    const byte = load<u8>(at++);
    if (byte == 0x7d) return at;
    if (byte != 0x2c) return 0;
    at = skipSpace(at);
  }
  return 0;
}

/** The address after the last row that was read. */
export let rowsEnd: u32 = 0;

/**
 * Reads rows until the text ends, the room for them ends, or a row must be read in another way. Returns the number of rows.
 *
 * `starts` receives the offset of each row from `text`. `records` receives a record of `recordBytes` bytes for each row: zero, and the
 * offset of each member's value from the byte before the row, in 16 bits each. 16 bytes after the last record can be overwritten. `keys`
 * has the address and the length of each member's name, its closing quote included.
 */
export function readJsonRows(
  text: u32,
  at: u32,
  end: u32,
  keys: u32,
  keysEnd: u32,
  masks: u32,
  starts: u32,
  startsEnd: u32,
  records: u32,
  recordsEnd: u32,
  recordBytes: u32,
): u32 {
  let rows: u32 = 0;
  for (; at < end && starts < startsEnd && records + recordBytes <= recordsEnd; rows++) {
    for (let cleared = records; cleared < records + recordBytes; cleared += 16)
      v128.store(cleared, i8x16.splat(0));
    const open = skipSpace(at);
    if (load<u8>(open) != 0x7b) break;
    let next = skipSpace(open + 1);
    if (load<u8>(next) == 0x7d) next++;
    else next = readMembers(at - 1, next, records + 2, keys, keysEnd, masks);
    if (next == 0) break;
    next = skipSpace(next);
    if (load<u8>(next) != 0x0a) break;
    store<u32>(starts, at - text);
    starts += 4;
    records += recordBytes;
    at = next + 1;
  }
  rowsEnd = at;
  return rows;
}

/** Number of line feeds in quoted cells. */
let quotedLines: u32 = 0;
let delimiter: u32 = 0;

/** Returns whether a delimiter or a line end is at an address. */
function isCellEnd(at: u32): bool {
  const byte: u32 = load<u8>(at);
  return byte == delimiter || byte == 0x0a || load<u16>(at) == 0x0a0d;
}

/** Returns bytes with the highest bit set for each quote, line end and byte of a longer character. */
function marksOf(bytes: v128): v128 {
  const lineEnds = v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d)));
  return v128.or(v128.or(lineEnds, i8x16.eq(bytes, i8x16.splat(0x22))), bytes);
}

/** Skips the rest of a quoted cell after its opening quote. */
function skipQuoted(at: u32, end: u32): u32 {
  while (at < end) {
    const mask = i8x16.bitmask(marksOf(v128.load(at)));
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    if (at >= end) return 0;
    const byte = load<u8>(at);
    if (byte == 0x0a) {
      quotedLines++;
      at++;
    } else if (byte == 0x0d) {
      // A CR without LF is a line end, too, but is not counted here.
      if (load<u8>(++at) != 0x0a) return 0;
    } else if (byte == 0x22) {
      if (load<u8>(++at) != 0x22) return isCellEnd(at) ? at : 0;
      at++;
    } else {
      at = skipCharacter(at);
      if (at == 0) return 0;
    }
  }
  return 0;
}

/** Skips a cell. Returns the address of the delimiter or the line end after it, or 0. */
function skipCell(at: u32, end: u32): u32 {
  if (load<u8>(at) == 0x22) return skipQuoted(at + 1, end);
  const delimiters = i8x16.splat(delimiter as i8);
  do {
    const bytes = v128.load(at);
    const mask = i8x16.bitmask(v128.or(marksOf(bytes), i8x16.eq(bytes, delimiters)));
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    if (isCellEnd(at)) return at;
    // A quote in a cell without quotes, and a CR without LF, are no characters of several bytes.
    at = skipCharacter(at);
  } while (at != 0);
  return 0;
}

/** The number of line feeds in the last rows that `readCsvRows` has read. */
export let lines: u32 = 0;

/** Like `readJsonRows`, for rows of `columns` cells. */
export function readCsvRows(
  text: u32,
  at: u32,
  end: u32,
  columns: u32,
  separator: u32,
  starts: u32,
  startsEnd: u32,
  records: u32,
  recordsEnd: u32,
  recordBytes: u32,
): u32 {
  let rows: u32 = 0;
  quotedLines = 0;
  lines = 0;
  delimiter = separator;
  while (at < end && starts < startsEnd && records + recordBytes <= recordsEnd) {
    const next = readCells(at, end, columns, records);
    if (next == 0) break;
    store<u32>(starts, at - text);
    starts += 4;
    records += recordBytes;
    rows++;
    lines = quotedLines + rows;
    at = next;
  }
  rowsEnd = at;
  return rows;
}

/** Reads the cells of a row, and stores their offsets from the byte before the row. Returns the address after the row, or 0. */
function readCells(row: u32, end: u32, columns: u32, record: u32): u32 {
  let at = row;
  if (load<u8>(at) == 0x0a || load<u8>(at) == 0x0d) return 0;
  store<u16>(record, 0);
  while (true) {
    const offset = at - row + 1;
    if (offset >= 0xffff) return 0;
    record += 2;
    store<u16>(record, offset);
    at = skipCell(at, end);
    if (at == 0) return 0;
    columns--;
    // A delimiter follows each cell except the last.
    const byte: u32 = load<u8>(at);
    if ((byte == delimiter) == (columns == 0)) return 0;
    at++;
    if (columns == 0) return at + ((byte == 0x0d) as u32);
  }
}
