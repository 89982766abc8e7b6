;; Validates rows of texts, and finds their values. Accepts only rows that the readers of `src/files` accept, and leaves rare rows to
;; them. The text ends with a line feed. Vectors also load up to 15 bytes after it, which have no effect.
;;
;; Most functions that skip something return 0 if its row must be read in another way, otherwise the address after it.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Skips spaces, tabs and carriage returns.
  (func $skipSpace (param $at i32) (result i32)
    (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.gt_u (local.get $byte) (i32.const 0x20)) (then (return (local.get $at))))
      (if (i32.or
            (i32.eq (local.get $byte) (i32.const 0x20))
            (i32.or
              (i32.eq (local.get $byte) (i32.const 0x09))
              (i32.eq (local.get $byte) (i32.const 0x0d))))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))

  ;; Skips a character of several bytes in UTF-8. Its first two bytes tell longer forms than necessary, surrogates and code points
  ;; above U+10FFFF.
  (func $skipCharacter (param $at i32) (result i32)
    (local $bytes i32)
    (local $upper i32)
    (local.set $bytes (i32.load (local.get $at)))
    (local.set $upper
      (i32.or
        (i32.shl (i32.and (local.get $bytes) (i32.const 0x0f)) (i32.const 6))
        (i32.and (i32.shr_u (local.get $bytes) (i32.const 8)) (i32.const 0x3f))))
    ;; Two bytes.
    (if (i32.eq (i32.and (local.get $bytes) (i32.const 0xc0e0)) (i32.const 0x80c0))
      (then
        (return
          (select
            (i32.add (local.get $at) (i32.const 2))
            (i32.const 0)
            (i32.ge_u (i32.and (local.get $bytes) (i32.const 0xff)) (i32.const 0xc2))))))
    ;; Three bytes.
    (if (i32.eq (i32.and (local.get $bytes) (i32.const 0xc0c0f0)) (i32.const 0x8080e0))
      (then
        (return
          (select
            (i32.add (local.get $at) (i32.const 3))
            (i32.const 0)
            (i32.and
              (i32.ge_u (local.get $upper) (i32.const 0x20))
              (i32.ne (i32.shr_u (local.get $upper) (i32.const 5)) (i32.const 0x1b)))))))
    ;; Four bytes.
    (if (i32.eq (i32.and (local.get $bytes) (i32.const 0xc0c0c0f8)) (i32.const 0x808080f0))
      (then
        (return
          (select
            (i32.add (local.get $at) (i32.const 4))
            (i32.const 0)
            (i32.lt_u (i32.sub (local.get $upper) (i32.const 0x10)) (i32.const 0x100))))))
    (i32.const 0))

  ;; Returns whether four hexadecimal digits are at an address.
  (func $isHex (param $at i32) (result i32)
    (local $bytes v128)
    (local.set $bytes (v128.load32_zero (local.get $at)))
    (i32.eq
      (i32.and
        (i8x16.bitmask
          (v128.or
            (i8x16.lt_u
              (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x30)))
              (i8x16.splat (i32.const 10)))
            (i8x16.lt_u
              (i8x16.sub
                (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
                (i8x16.splat (i32.const 0x61)))
              (i8x16.splat (i32.const 6)))))
        (i32.const 0x0f))
      (i32.const 0x0f)))

  ;; Skips an escape of a JSON string.
  (func $skipEscape (param $at i32) (result i32)
    (local $letter i32)
    (local.set $letter (i32.load8_u offset=1 (local.get $at)))
    (if (i32.eq (local.get $letter) (i32.const 0x75))
      (then
        (return
          (select
            (i32.add (local.get $at) (i32.const 6))
            (i32.const 0)
            (call $isHex (i32.add (local.get $at) (i32.const 2)))))))
    (if (i32.or
          (i32.eq (local.get $letter) (i32.const 0x22))
          (i32.eq (local.get $letter) (i32.const 0x2f)))
      (then (return (i32.add (local.get $at) (i32.const 2)))))
    (local.set $letter (i32.sub (local.get $letter) (i32.const 0x5c)))
    (select
      (i32.add (local.get $at) (i32.const 2))
      (i32.const 0)
      (i32.and
        (i32.lt_u (local.get $letter) (i32.const 32))
        ;; The letters from "\" on that are escapes: \ b f n r t.
        (i32.shr_u (i32.const 0x01440441) (local.get $letter)))))

  ;; Skips the rest of a string after its opening quote.
  (func $skipString (param $at i32) (result i32)
    (local $bytes v128)
    (local $mask i32)
    (local $byte i32)
    (loop $next
      ;; As signed numbers, the bytes of longer characters are negative. One comparison finds them and the control characters.
      (local.set $mask
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq
                (local.tee $bytes (v128.load (local.get $at)))
                (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c))))
            (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const 0x20))))))
      (if (i32.eqz (local.get $mask))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $byte
        (i32.load8_u
          (local.tee $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))))
      (if (i32.eq (local.get $byte) (i32.const 0x22))
        (then (return (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.lt_u (local.get $byte) (i32.const 0x20)) (then (return (i32.const 0))))
      (if (i32.eq (local.get $byte) (i32.const 0x5c))
        (then
          (br_if $next (local.tee $at (call $skipEscape (local.get $at))))
          (return (i32.const 0))))
      ;; Characters of several bytes often follow one another.
      (loop $character
        (if (i32.eqz (local.tee $at (call $skipCharacter (local.get $at))))
          (then (return (i32.const 0))))
        (br_if $character (i32.ge_u (i32.load8_u (local.get $at)) (i32.const 0x80))))
      (br $next))
    (unreachable))

  ;; Returns the number of digits at an address, up to 16.
  (func $digits (param $at i32) (result i32)
    (i32.ctz
      (i32.xor
        (i8x16.bitmask
          (i8x16.lt_u
            (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (i32.const 0x30)))
            (i8x16.splat (i32.const 10))))
        (i32.const -1))))

  (func $skipNumber (param $at i32) (result i32)
    (local $count i32)
    (local $byte i32)
    (local.set $at
      (i32.add (local.get $at) (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2d))))
    ;; 1 to 15 digits.
    (if (i32.ge_u
          (i32.sub (local.tee $count (call $digits (local.get $at))) (i32.const 1))
          (i32.const 15))
      (then (return (i32.const 0))))
    (if (i32.and
          (i32.gt_u (local.get $count) (i32.const 1))
          (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x30)))
      (then (return (i32.const 0))))
    (local.set $byte
      (i32.load8_u (local.tee $at (i32.add (local.get $at) (local.get $count)))))
    (if (i32.eq (local.get $byte) (i32.const 0x2e))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eqz (local.tee $count (call $digits (local.get $at))))
          (then (return (i32.const 0))))
        (loop $next
          (local.set $at (i32.add (local.get $at) (local.get $count)))
          (if (i32.eq (local.get $count) (i32.const 16))
            (then
              (local.set $count (call $digits (local.get $at)))
              (br $next))))
        (local.set $byte (i32.load8_u (local.get $at)))))
    (if (i32.ne (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x65))
      (then (return (local.get $at))))
    (local.set $byte
      (i32.load8_u (local.tee $at (i32.add (local.get $at) (i32.const 1)))))
    (local.set $at
      (i32.add
        (local.get $at)
        (i32.or
          (i32.eq (local.get $byte) (i32.const 0x2b))
          (i32.eq (local.get $byte) (i32.const 0x2d)))))
    ;; An exponent of 1 or 2 digits.
    (local.set $count (call $digits (local.get $at)))
    (select
      (i32.add (local.get $at) (local.get $count))
      (i32.const 0)
      (i32.lt_u (i32.sub (local.get $count) (i32.const 1)) (i32.const 2))))

  ;; Skips a string, a number or a word.
  (func $skipScalar (param $at i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 0x22))
      (then (return (call $skipString (i32.add (local.get $at) (i32.const 1))))))
    (if (i32.lt_u (local.get $byte) (i32.const 0x3a))
      (then (return (call $skipNumber (local.get $at)))))
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x6c6c756e))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x65757274))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    (select
      (i32.add (local.get $at) (i32.const 5))
      (i32.const 0)
      (i32.and
        (i32.eq (local.get $byte) (i32.const 0x66))
        (i32.eq (i32.load offset=1 (local.get $at)) (i32.const 0x65736c61)))))

  ;; Skips a name, a colon, and the space around the colon.
  (func $skipName (param $at i32) (result i32)
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x22)) (then (return (i32.const 0))))
    (if (i32.eqz (local.tee $at (call $skipString (i32.add (local.get $at) (i32.const 1)))))
      (then (return (i32.const 0))))
    (call $skipColon (local.get $at)))

  (func $skipColon (param $at i32) (result i32)
    (if (i32.ne (i32.load8_u (local.tee $at (call $skipSpace (local.get $at)))) (i32.const 0x3a))
      (then (return (i32.const 0))))
    (call $skipSpace (i32.add (local.get $at) (i32.const 1))))

  ;; Skips a list or an object with a depth of up to 64; `scan` reads deeper ones. The brackets "[" and "{" differ in bit 5, as do "]" and "}". This bit is kept for each open
  ;; list or object: 1 for an object.
  (func $skipNested (param $at i32) (result i32)
    (local $byte i32)
    (local $depth i32)
    (local $open i64)
    (loop $value
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7b))
        (then
          (if (i32.eq (local.get $depth) (i32.const 64)) (then (return (i32.const 0))))
          (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
          (local.set $open
            (i64.or
              (i64.shl (local.get $open) (i64.const 1))
              (i64.extend_i32_u
                (i32.and (i32.shr_u (local.get $byte) (i32.const 5)) (i32.const 1)))))
          (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
          (if (i32.ne
                (i32.load8_u (local.get $at))
                (i32.add (local.get $byte) (i32.const 2)))
            (then
              (if (i64.ne (i64.and (local.get $open) (i64.const 1)) (i64.const 0))
                (then
                  (if (i32.eqz (local.tee $at (call $skipName (local.get $at))))
                    (then (return (i32.const 0))))))
              (br $value))))
        (else
          (if (i32.eqz (local.tee $at (call $skipScalar (local.get $at))))
            (then (return (i32.const 0))))
          (local.set $at (call $skipSpace (local.get $at)))))
      (block $closed
        (loop $close
          (br_if $closed
            (i32.ne
              (i32.load8_u (local.get $at))
              (i32.or
                (i32.const 0x5d)
                (i32.shl (i32.and (i32.wrap_i64 (local.get $open)) (i32.const 1)) (i32.const 5)))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
          (if (i32.eqz (local.get $depth)) (then (return (local.get $at))))
          (local.set $open (i64.shr_u (local.get $open) (i64.const 1)))
          (local.set $at (call $skipSpace (local.get $at)))
          (br $close)))
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x2c)) (then (return (i32.const 0))))
      (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
      (if (i64.ne (i64.and (local.get $open) (i64.const 1)) (i64.const 0))
        (then
          (if (i32.eqz (local.tee $at (call $skipName (local.get $at))))
            (then (return (i32.const 0))))))
      (br $value))
    (unreachable))

  ;; Returns whether the bytes at an address are those of a name. $key has the address and the length of the name.
  ;; $masks has 16 bytes of ones, and then 16 zeros.
  (func $isKey (param $at i32) (param $key i32) (param $masks i32) (result i32)
    (local $name i32)
    (local $left i32)
    (local.set $name (i32.load (local.get $key)))
    (local.set $left (i32.load offset=4 (local.get $key)))
    (block $differ
      (loop $next
        (if (i32.gt_u (local.get $left) (i32.const 16))
          (then
            (br_if $differ
              (v128.any_true
                (v128.xor (v128.load (local.get $at)) (v128.load (local.get $name)))))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $name (i32.add (local.get $name) (i32.const 16)))
            (local.set $left (i32.sub (local.get $left) (i32.const 16)))
            (br $next))))
      (return
        (i32.eqz
          (v128.any_true
            (v128.and
              (v128.xor (v128.load (local.get $at)) (v128.load (local.get $name)))
              (v128.load
                (i32.sub (i32.add (local.get $masks) (i32.const 16)) (local.get $left))))))))
    (i32.const 0))

  ;; Reads the members of an object, and stores the offset of each value in its record. $row is the address before the row.
  ;; $at is the address of the first name. Returns the address after the object.
  (func $readMembers
    (param $row i32) (param $at i32) (param $record i32) (param $keys i32) (param $keysEnd i32) (param $masks i32)
    (result i32)
    (local $key i32)
    (local $tried i32)
    (local $byte i32)
    (local $offset i32)
    (local.set $key (local.get $keys))
    (loop $member
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x22)) (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      ;; Most rows have the same order of members, so the search begins with the member after the previous one.
      (local.set $tried (local.get $keys))
      (block $found
        (loop $try
          (if (i32.ge_u (local.get $key) (local.get $keysEnd))
            (then (local.set $key (local.get $keys))))
          (br_if $found (call $isKey (local.get $at) (local.get $key) (local.get $masks)))
          (local.set $key (i32.add (local.get $key) (i32.const 8)))
          (br_if $try
            (i32.lt_u
              (local.tee $tried (i32.add (local.get $tried) (i32.const 8)))
              (local.get $keysEnd))))
        (return (i32.const 0)))
      (local.set $at (i32.add (local.get $at) (i32.load offset=4 (local.get $key))))
      (if (i32.eqz (local.tee $at (call $skipColon (local.get $at)))) (then (return (i32.const 0))))
      (local.set $offset (i32.sub (local.get $at) (local.get $row)))
      (if (i32.ge_u (local.get $offset) (i32.const 0xffff)) (then (return (i32.const 0))))
      (i32.store16
        (i32.add
          (local.get $record)
          (i32.shr_u (i32.sub (local.get $key) (local.get $keys)) (i32.const 2)))
        (local.get $offset))
      (local.set $key (i32.add (local.get $key) (i32.const 8)))
      (local.set $at
        (if (result i32)
          (i32.eq
            (i32.or (i32.load8_u (local.get $at)) (i32.const 0x20))
            (i32.const 0x7b))
          (then (call $skipNested (local.get $at)))
          (else (call $skipScalar (local.get $at)))))
      (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
      (local.set $byte (i32.load8_u (local.tee $at (call $skipSpace (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.eq (local.get $byte) (i32.const 0x2c))
        (then
          (local.set $at (call $skipSpace (local.get $at)))
          (br $member)))
      (if (i32.eq (local.get $byte) (i32.const 0x7d)) (then (return (local.get $at)))))
    (i32.const 0))

  ;; Reads rows until the text ends, the room for them ends, or a row must be read in another way. Returns the number of rows,
  ;; and the address after the last one.
  ;;
  ;; $starts receives the offset of each row from $text. $records receives a record of $recordBytes bytes for each row: zero, and
  ;; the offset of each member's value from the byte before the row, in 16 bits each. 16 bytes after the last record can be overwritten.
  ;; $keys has the address and the length of each member's name, its closing quote included.
  (func (export "readJsonRows")
    (param $text i32) (param $at i32) (param $end i32)
    (param $keys i32) (param $keysEnd i32) (param $masks i32)
    (param $starts i32) (param $startsEnd i32) (param $records i32) (param $recordsEnd i32) (param $recordBytes i32)
    (result i32 i32)
    (local $rows i32)
    (local $open i32)
    (local $next i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.ge_u (local.get $starts) (local.get $startsEnd)))
        (br_if $done
          (i32.gt_u (i32.add (local.get $records) (local.get $recordBytes)) (local.get $recordsEnd)))
        (local.set $next (local.get $records))
        (loop $clear
          (v128.store (local.get $next) (v128.const i64x2 0 0))
          (br_if $clear
            (i32.lt_u
              (local.tee $next (i32.add (local.get $next) (i32.const 16)))
              (i32.add (local.get $records) (local.get $recordBytes)))))
        (local.set $open (call $skipSpace (local.get $at)))
        (br_if $done (i32.ne (i32.load8_u (local.get $open)) (i32.const 0x7b)))
        (local.set $next (call $skipSpace (i32.add (local.get $open) (i32.const 1))))
        (if (i32.eq (i32.load8_u (local.get $next)) (i32.const 0x7d))
          (then (local.set $next (i32.add (local.get $next) (i32.const 1))))
          (else
            (br_if $done
              (i32.eqz
                (local.tee $next
                  (call $readMembers
                    (i32.sub (local.get $at) (i32.const 1))
                    (local.get $next)
                    (i32.add (local.get $records) (i32.const 2))
                    (local.get $keys)
                    (local.get $keysEnd)
                    (local.get $masks)))))))
        (br_if $done
          (i32.ne
            (i32.load8_u (local.tee $next (call $skipSpace (local.get $next))))
            (i32.const 0x0a)))
        (i32.store (local.get $starts) (i32.sub (local.get $at) (local.get $text)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (local.set $records (i32.add (local.get $records) (local.get $recordBytes)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
        (local.set $at (i32.add (local.get $next) (i32.const 1)))
        (br $row)))
    (local.get $rows)
    (local.get $at))

  ;; Number of line feeds in quoted cells.
  (global $quotedLines (mut i32) (i32.const 0))
  (global $delimiter (mut i32) (i32.const 0))

  ;; Returns whether a delimiter or a line end is at an address.
  (func $isCellEnd (param $at i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (i32.or
      (i32.or
        (i32.eq (local.get $byte) (global.get $delimiter))
        (i32.eq (local.get $byte) (i32.const 0x0a)))
      (i32.eq (i32.load16_u (local.get $at)) (i32.const 0x0a0d))))

  ;; Skips the rest of a quoted cell after its opening quote.
  (func $skipQuoted (param $at i32) (param $end i32) (result i32)
    (local $bytes v128)
    (local $mask i32)
    (local $byte i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      ;; The mask has the highest bits, which the bytes of longer characters have.
      (local.set $mask
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq
                (local.tee $bytes (v128.load (local.get $at)))
                (i8x16.splat (i32.const 0x22)))
              (v128.or
                (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x0a)))
                (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x0d)))))
            (local.get $bytes))))
      (if (i32.eqz (local.get $mask))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))
      (br_if $next (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 0x0a))
        (then
          (global.set $quotedLines (i32.add (global.get $quotedLines) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next)))
      ;; A CR without LF is a line end, too, but is not counted here.
      (if (i32.eq (local.get $byte) (i32.const 0x0d))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $next (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x0a)))
          (return (i32.const 0))))
      (if (i32.eq (local.get $byte) (i32.const 0x22))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $next)))
          (return (select (local.get $at) (i32.const 0) (call $isCellEnd (local.get $at))))))
      (br_if $next (local.tee $at (call $skipCharacter (local.get $at)))))
    (i32.const 0))

  ;; Skips a cell. Returns the address of the delimiter or the line end after it, or 0.
  (func $skipCell (param $at i32) (param $end i32) (result i32)
    (local $bytes v128)
    (local $delimiters v128)
    (local $mask i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22))
      (then
        (return (call $skipQuoted (i32.add (local.get $at) (i32.const 1)) (local.get $end)))))
    (local.set $delimiters (i8x16.splat (global.get $delimiter)))
    (loop $next
      (local.set $mask
        (i8x16.bitmask
          (v128.or
            (v128.or
              (v128.or
                (i8x16.eq
                  (local.tee $bytes (v128.load (local.get $at)))
                  (local.get $delimiters))
                (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22))))
              (v128.or
                (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x0a)))
                (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x0d)))))
            (local.get $bytes))))
      (if (i32.eqz (local.get $mask))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))
      (if (call $isCellEnd (local.get $at)) (then (return (local.get $at))))
      ;; A quote in a cell without quotes, and a CR without LF, are no characters of several bytes.
      (br_if $next (local.tee $at (call $skipCharacter (local.get $at)))))
    (i32.const 0))

  ;; Like `readJsonRows`, for rows of $columns cells. Also returns the number of line feeds.
  (func (export "readCsvRows")
    (param $text i32) (param $at i32) (param $end i32) (param $columns i32) (param $delimiter i32)
    (param $starts i32) (param $startsEnd i32) (param $records i32) (param $recordsEnd i32) (param $recordBytes i32)
    (result i32 i32 i32)
    (local $rows i32)
    (local $lines i32)
    (local $next i32)
    (local $left i32)
    (local $cell i32)
    (local $offset i32)
    (local $byte i32)
    (global.set $quotedLines (i32.const 0))
    (global.set $delimiter (local.get $delimiter))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.ge_u (local.get $starts) (local.get $startsEnd)))
        (br_if $done
          (i32.gt_u (i32.add (local.get $records) (local.get $recordBytes)) (local.get $recordsEnd)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (br_if $done
          (i32.or
            (i32.eq (local.get $byte) (i32.const 0x0a))
            (i32.eq (local.get $byte) (i32.const 0x0d))))
        (i32.store16 (local.get $records) (i32.const 0))
        (local.set $cell (local.get $records))
        (local.set $next (local.get $at))
        (local.set $left (local.get $columns))
        (loop $column
          (local.set $offset
            (i32.add (i32.sub (local.get $next) (local.get $at)) (i32.const 1)))
          (br_if $done (i32.ge_u (local.get $offset) (i32.const 0xffff)))
          (i32.store16
            (local.tee $cell (i32.add (local.get $cell) (i32.const 2)))
            (local.get $offset))
          (br_if $done
            (i32.eqz (local.tee $next (call $skipCell (local.get $next) (local.get $end)))))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          ;; A delimiter follows each cell except the last.
          (local.set $byte (i32.load8_u (local.get $next)))
          (br_if $done
            (i32.eq
              (i32.eq (local.get $byte) (local.get $delimiter))
              (i32.eqz (local.get $left))))
          (local.set $next (i32.add (local.get $next) (i32.const 1)))
          (br_if $column (local.get $left)))
        (local.set $next
          (i32.add (local.get $next) (i32.eq (local.get $byte) (i32.const 0x0d))))
        (i32.store (local.get $starts) (i32.sub (local.get $at) (local.get $text)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (local.set $records (i32.add (local.get $records) (local.get $recordBytes)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
        (local.set $lines (i32.add (global.get $quotedLines) (local.get $rows)))
        (local.set $at (local.get $next))
        (br $row)))
    (local.get $rows)
    (local.get $at)
    (local.get $lines))
)
