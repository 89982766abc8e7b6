;; Kernels that read values from JSON in UTF-8, which was validated. They have no equivalent in plain JavaScript: without
;; WebAssembly, the values of texts are read one by one.
;;
;; A position is the offset of a value from $base. 0 is a missing value, and -1 a value that must be read in another way.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Set if the last string of $quote has an escape.
  (global $isEscaped (mut i32) (i32.const 0))

  ;; Returns the address of the closing quote of a string. $at is the address after the opening quote.
  (func $quote (param $at i32) (result i32)
    (local $bytes v128)
    (local $mask i32)
    (global.set $isEscaped (i32.const 0))
    (block $done
      (loop $next
        (local.set $mask
          (i8x16.bitmask
            (v128.or
              (i8x16.eq (local.tee $bytes (v128.load (local.get $at))) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c))))))
        (if (i32.eqz (local.get $mask))
          (then (local.set $at (i32.add (local.get $at) (i32.const 16))) (br $next)))
        (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))
        (br_if $done (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22)))
        (global.set $isEscaped (i32.const 1))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $next)))
    (local.get $at))

  (func $skipSpace (param $at i32) (result i32)
    (loop $next
      (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 0x20))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $next))))
    (local.get $at))

  ;; Returns the end address of a string, a number or a word.
  (func $endOfToken (param $at i32) (result i32)
    (local $byte i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22))
      (then
        (return
          (i32.add (call $quote (i32.add (local.get $at) (i32.const 1))) (i32.const 1)))))
    (block $done
      (loop $next
        (br_if $done (i32.le_u (local.tee $byte (i32.load8_u (local.get $at))) (i32.const 0x20)))
        (br_if $done (i32.eq (local.get $byte) (i32.const 0x2c)))
        (br_if $done (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7d)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $at))

  ;; Returns the end address of a value. The brackets of lists and objects differ in one bit, as "]" and "}" do.
  (func $endOfValue (param $at i32) (result i32)
    (local $byte i32)
    (local $depth i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 0x22))
        (then
          (local.set $at
            (i32.add (call $quote (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
        (else
          (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
          (if (i32.and
                (i32.eqz (local.get $depth))
                (i32.ne (local.get $byte) (i32.const 0x7b)))
            (then (return (call $endOfToken (local.get $at)))))
          (local.set $depth
            (i32.sub
              (i32.add (local.get $depth) (i32.eq (local.get $byte) (i32.const 0x7b)))
              (i32.eq (local.get $byte) (i32.const 0x7d))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))))
      (br_if $next (local.get $depth)))
    (local.get $at))

  ;; Returns whether $length bytes are equal.
  (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
    (block $differ
      (loop $next
        (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
        (br_if $differ (i32.ne (i32.load8_u (local.get $a)) (i32.load8_u (local.get $b))))
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (local.set $b (i32.add (local.get $b) (i32.const 1)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  ;; Replaces the position of each object by that of a member in it. $name has $length bytes, without quotes.
  (func (export "findMember")
    (param $base i32) (param $positions i32) (param $end i32) (param $name i32) (param $length i32)
    (local $at i32)
    (local $key i32)
    (local $keyEnd i32)
    (local $found i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (local.set $found (local.tee $at (i32.load (local.get $positions))))
        (if (i32.gt_s (local.get $at) (i32.const 0))
          (then
            (local.set $found (i32.const 0))
            (local.set $at (i32.add (local.get $base) (local.get $at)))
            (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x7b))
              (then
                (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
                (block $ended
                  (loop $member
                    (br_if $ended (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x22)))
                    (local.set $key (i32.add (local.get $at) (i32.const 1)))
                    (local.set $keyEnd (call $quote (local.get $key)))
                    (if (global.get $isEscaped)
                      (then (local.set $found (i32.const -1)) (br $ended)))
                    (local.set $at (call $skipSpace (i32.add (local.get $keyEnd) (i32.const 1))))
                    (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
                    (if (i32.eq
                          (i32.sub (local.get $keyEnd) (local.get $key))
                          (local.get $length))
                      (then
                        (if (call $same (local.get $key) (local.get $name) (local.get $length))
                          (then
                            (local.set $found (i32.sub (local.get $at) (local.get $base)))))))
                    (local.set $at (call $skipSpace (call $endOfValue (local.get $at))))
                    (br_if $ended (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x2c)))
                    (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
                    (br $member)))))
            (i32.store (local.get $positions) (local.get $found))))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $row))))

  ;; Loads up to 8 bytes; the bytes beyond $left are zero.
  (func $part (param $at i32) (param $left i32) (result i64)
    (if (result i64) (i32.ge_u (local.get $left) (i32.const 8))
      (then (i64.load (local.get $at)))
      (else
        (i64.and
          (i64.load (local.get $at))
          (i64.sub
            (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $left) (i32.const 3))))
            (i64.const 1))))))

  ;; Writes the id of each token to $found: 0 for missing values, lists and objects. New tokens get the next ids. They are
  ;; copied to $bytes with a comma after each.
  (func (export "internTokens")
    (param $base i32) (param $positions i32) (param $found i32) (param $count i32)
    (param $slots i32) (param $mask i32) (param $entries i32) (param $bytes i32) (param $ids i32)
    (result i32)
    (local $at i32)
    (local $end i32)
    (local $byte i32)
    (local $hash i64)
    (local $slot i32)
    (local $id i32)
    (local $entry i32)
    (local $other i32)
    (block $done
      (loop $token
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $id (local.tee $at (i32.load (local.get $positions))))
        (block $found
          (br_if $found (i32.le_s (local.get $at) (i32.const 0)))
          (local.set $id (i32.const 0))
          (local.set $at (i32.add (local.get $base) (local.get $at)))
          (br_if $found
            (i32.eq
              (i32.or (i32.load8_u (local.get $at)) (i32.const 0x20))
              (i32.const 0x7b)))
          (local.set $end (call $endOfToken (local.get $at)))
          (local.set $hash (i64.const 0x9e3779b97f4a7c15))
          (local.set $byte (local.get $at))
          (block $hashed
            (loop $more
              (br_if $hashed (i32.ge_u (local.get $byte) (local.get $end)))
              (local.set $hash
                (i64.mul
                  (i64.xor
                    (local.get $hash)
                    (call $part (local.get $byte) (i32.sub (local.get $end) (local.get $byte))))
                  (i64.const 0xff51afd7ed558ccd)))
              (local.set $hash
                (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
              (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
              (br $more)))
          (local.set $slot (i32.wrap_i64 (local.get $hash)))
          (block $new
            (loop $probe
              (local.set $slot (i32.and (local.get $slot) (local.get $mask)))
              (br_if $new
                (i32.eqz
                  (local.tee $id
                    (i32.load (i32.add (local.get $slots) (i32.shl (local.get $slot) (i32.const 2)))))))
              (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
              (local.set $entry (i32.add (local.get $entries) (i32.shl (local.get $id) (i32.const 3))))
              (br_if $probe (i32.ne (i32.load (local.get $entry)) (i32.wrap_i64 (local.get $hash))))
              ;; The comma counts.
              (br_if $probe
                (i32.ne
                  (i32.sub (i32.load offset=12 (local.get $entry)) (i32.load offset=4 (local.get $entry)))
                  (i32.add (i32.sub (local.get $end) (local.get $at)) (i32.const 1))))
              (local.set $other (i32.add (local.get $bytes) (i32.load offset=4 (local.get $entry))))
              (local.set $byte (local.get $at))
              (loop $same
                (br_if $found (i32.ge_u (local.get $byte) (local.get $end)))
                (br_if $probe
                  (i64.ne
                    (call $part (local.get $byte) (i32.sub (local.get $end) (local.get $byte)))
                    (call $part (local.get $other) (i32.sub (local.get $end) (local.get $byte)))))
                (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
                (local.set $other (i32.add (local.get $other) (i32.const 8)))
                (br $same))))
          (i32.store
            (i32.add (local.get $slots) (i32.shl (local.get $slot) (i32.const 2)))
            (local.tee $id (local.get $ids)))
          (local.set $ids (i32.add (local.get $ids) (i32.const 1)))
          (local.set $entry (i32.add (local.get $entries) (i32.shl (local.get $id) (i32.const 3))))
          (i32.store (local.get $entry) (i32.wrap_i64 (local.get $hash)))
          (local.set $other (i32.add (local.get $bytes) (i32.load offset=4 (local.get $entry))))
          (i32.store offset=12
            (local.get $entry)
            (i32.add
              (i32.load offset=4 (local.get $entry))
              (i32.add (i32.sub (local.get $end) (local.get $at)) (i32.const 1))))
          (memory.copy (local.get $other) (local.get $at) (i32.sub (local.get $end) (local.get $at)))
          (i32.store8
            (i32.add (local.get $other) (i32.sub (local.get $end) (local.get $at)))
            (i32.const 0x2c)))
        (i32.store (local.get $found) (local.get $id))
        (local.set $found (i32.add (local.get $found) (i32.const 4)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $ids))

  ;; Marks a position whose value is not read: sets its highest bit.
  (func $skip (param $position i32)
    (i32.store
      (local.get $position)
      (i32.or (i32.load (local.get $position)) (i32.const 0x80000000))))

  ;; Writes the number of each token to $to. NaN for missing values and other tokens. Marks the positions of numbers with an
  ;; exponent or more than 15 digits, and returns how many are marked.
  (func (export "readNumbers")
    (param $base i32) (param $positions i32) (param $end i32) (param $to i32) (result i32)
    (local $at i32)
    (local $byte i32)
    (local $isNegative i32)
    (local $digits i32)
    (local $value i64)
    (local $power f64)
    (local $number f64)
    (local $others i32)
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (local.set $number (f64.const nan))
        (local.set $at (i32.load (local.get $positions)))
        (block $read
          (if (i32.le_s (local.get $at) (i32.const 0))
            (then
              (local.set $others (i32.sub (local.get $others) (i32.shr_s (local.get $at) (i32.const 31))))
              (br $read)))
          (local.set $at (i32.add (local.get $base) (local.get $at)))
          (if (local.tee $isNegative (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2d)))
            (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
          (br_if $read
            (i32.ge_u
              (local.tee $byte (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
              (i32.const 10)))
          (local.set $value (i64.const 0))
          (local.set $digits (i32.const 0))
          (local.set $power (f64.const 1))
          (loop $digit
            (local.set $value
              (i64.add
                (i64.mul (local.get $value) (i64.const 10))
                (i64.extend_i32_u (local.get $byte))))
            (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $digit
              (i32.lt_u
                (local.tee $byte (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
                (i32.const 10))))
          ;; A dot.
          (if (i32.eq (local.get $byte) (i32.const -2))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $byte (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
              (loop $decimal
                (local.set $value
                  (i64.add
                    (i64.mul (local.get $value) (i64.const 10))
                    (i64.extend_i32_u (local.get $byte))))
                (local.set $power (f64.mul (local.get $power) (f64.const 10)))
                (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br_if $decimal
                  (i32.lt_u
                    (local.tee $byte (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
                    (i32.const 10))))))
          ;; The letter e.
          (if (i32.or
                (i32.eq (i32.or (i32.load8_u (local.get $at)) (i32.const 0x20)) (i32.const 0x65))
                (i32.gt_u (local.get $digits) (i32.const 15)))
            (then
              (call $skip (local.get $positions))
              (local.set $others (i32.add (local.get $others) (i32.const 1)))
              (br $read)))
          ;; The quotient of two exact doubles is correctly rounded.
          (local.set $number (f64.div (f64.convert_i64_u (local.get $value)) (local.get $power)))
          (if (local.get $isNegative) (then (local.set $number (f64.neg (local.get $number))))))
        (f64.store (local.get $to) (local.get $number))
        (local.set $to (i32.add (local.get $to) (i32.const 8)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $others))

  ;; Negative after a call of $two if one of its bytes was not a digit.
  (global $wrong (mut i32) (i32.const 0))

  ;; Returns the number that two digits form. Makes $wrong negative if one of them is not a digit.
  (func $two (param $at i32) (result i32)
    (local $a i32)
    (local $b i32)
    (local.set $a (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
    (local.set $b (i32.sub (i32.load8_u offset=1 (local.get $at)) (i32.const 0x30)))
    (global.set $wrong
      (i32.or
        (global.get $wrong)
        (i32.or
          (i32.or (local.get $a) (i32.sub (i32.const 9) (local.get $a)))
          (i32.or (local.get $b) (i32.sub (i32.const 9) (local.get $b))))))
    (i32.add (i32.mul (local.get $a) (i32.const 10)) (local.get $b)))

  ;; Writes the milliseconds of each date-time to $to: strings such as "2026-01-31T23:59:59Z" and "2026-01-31T23:59:59.999Z". NaN
  ;; for missing values and tokens that are no strings. Marks the positions of other strings, and returns how many are marked.
  (func (export "readInstants")
    (param $base i32) (param $positions i32) (param $end i32) (param $to i32) (result i32)
    (local $at i32)
    (local $year i32)
    (local $month i32)
    (local $day i32)
    (local $hour i32)
    (local $minute i32)
    (local $second i32)
    (local $milliseconds i32)
    (local $number f64)
    (local $others i32)
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (local.set $number (f64.const nan))
        (local.set $at (i32.load (local.get $positions)))
        (block $read
          (block $other
            (br_if $other (i32.lt_s (local.get $at) (i32.const 0)))
            (br_if $read (i32.eqz (local.get $at)))
            (local.set $at (i32.add (local.get $base) (local.get $at)))
            (br_if $read (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x22)))
            (global.set $wrong (i32.const 0))
            ;; The bytes between the digits. Reading after the end of the string is allowed.
            (br_if $other (i32.ne (i32.load8_u offset=5 (local.get $at)) (i32.const 0x2d)))
            (br_if $other (i32.ne (i32.load8_u offset=8 (local.get $at)) (i32.const 0x2d)))
            (br_if $other (i32.ne (i32.load8_u offset=11 (local.get $at)) (i32.const 0x54)))
            (br_if $other (i32.ne (i32.load8_u offset=14 (local.get $at)) (i32.const 0x3a)))
            (br_if $other (i32.ne (i32.load8_u offset=17 (local.get $at)) (i32.const 0x3a)))
            (local.set $milliseconds (i32.const 0))
            (if (i32.eq (i32.load8_u offset=20 (local.get $at)) (i32.const 0x2e))
              (then
                ;; Z and a quote.
                (br_if $other (i32.ne (i32.load16_u offset=24 (local.get $at)) (i32.const 0x225a)))
                (local.set $milliseconds
                  (i32.add
                    (i32.mul (call $two (i32.add (local.get $at) (i32.const 21))) (i32.const 10))
                    (i32.sub (i32.load8_u offset=23 (local.get $at)) (i32.const 0x30))))
                (drop (call $two (i32.add (local.get $at) (i32.const 22)))))
              (else
                (br_if $other (i32.ne (i32.load16_u offset=20 (local.get $at)) (i32.const 0x225a)))))
            (local.set $year
              (i32.add
                (i32.mul (call $two (i32.add (local.get $at) (i32.const 1))) (i32.const 100))
                (call $two (i32.add (local.get $at) (i32.const 3)))))
            (local.set $month (call $two (i32.add (local.get $at) (i32.const 6))))
            (local.set $day (call $two (i32.add (local.get $at) (i32.const 9))))
            (local.set $hour (call $two (i32.add (local.get $at) (i32.const 12))))
            (local.set $minute (call $two (i32.add (local.get $at) (i32.const 15))))
            (local.set $second (call $two (i32.add (local.get $at) (i32.const 18))))
            (br_if $other (i32.lt_s (global.get $wrong) (i32.const 0)))
            (br_if $other (i32.eqz (local.get $year)))
            (br_if $other (i32.gt_u (i32.sub (local.get $month) (i32.const 1)) (i32.const 11)))
            ;; Hour 24 is read in another way.
            (br_if $other (i32.gt_u (i32.sub (local.get $day) (i32.const 1)) (i32.const 30)))
            (br_if $other
              (i32.gt_s
                (local.get $day)
                (call $daysInMonth (local.get $year) (local.get $month))))
            (br_if $other (i32.gt_u (local.get $hour) (i32.const 23)))
            (br_if $other (i32.gt_u (local.get $minute) (i32.const 59)))
            (br_if $other (i32.gt_u (local.get $second) (i32.const 59)))
            (local.set $number
              (f64.add
                (f64.mul
                  (f64.convert_i32_s
                    (call $dayNumber (local.get $year) (local.get $month) (local.get $day)))
                  (f64.const 86400000))
                (f64.convert_i32_u
                  (i32.add
                    (i32.mul
                      (i32.add
                        (i32.mul
                          (i32.add (i32.mul (local.get $hour) (i32.const 60)) (local.get $minute))
                          (i32.const 60))
                        (local.get $second))
                      (i32.const 1000))
                    (local.get $milliseconds)))))
            (br $read))
          (call $skip (local.get $positions))
          (local.set $others (i32.add (local.get $others) (i32.const 1))))
        (f64.store (local.get $to) (local.get $number))
        (local.set $to (i32.add (local.get $to) (i32.const 8)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $others))

  (func $daysInMonth (param $year i32) (param $month i32) (result i32)
    ;; A bit for each month with 31 days.
    (if (i32.ne (local.get $month) (i32.const 2))
      (then
        (return
          (i32.add
            (i32.const 30)
            (i32.and (i32.shr_u (i32.const 0x15aa) (local.get $month)) (i32.const 1))))))
    (if (i32.and (local.get $year) (i32.const 3)) (then (return (i32.const 28))))
    (if (i32.rem_u (local.get $year) (i32.const 100)) (then (return (i32.const 29))))
    (select
      (i32.const 28)
      (i32.const 29)
      (i32.rem_u (local.get $year) (i32.const 400))))

  ;; Returns the number of days since 1970-01-01. Years begin in March, so that a leap day is the last one.
  (func $dayNumber (param $year i32) (param $month i32) (param $day i32) (result i32)
    (if (i32.le_u (local.get $month) (i32.const 2))
      (then
        (local.set $year (i32.sub (local.get $year) (i32.const 1)))
        (local.set $month (i32.add (local.get $month) (i32.const 12)))))
    (i32.add
      (i32.add
        (i32.sub
          (i32.add
            (i32.mul (local.get $year) (i32.const 365))
            (i32.div_u (local.get $year) (i32.const 4)))
          (i32.div_u (local.get $year) (i32.const 100)))
        (i32.div_u (local.get $year) (i32.const 400)))
      (i32.add
        (i32.div_u
          (i32.add
            (i32.mul (i32.sub (local.get $month) (i32.const 3)) (i32.const 153))
            (i32.const 2))
          (i32.const 5))
        (i32.sub (local.get $day) (i32.const 719469)))))

  ;; UTF-16 units that the last call of $copy has written.
  (global $units (mut i32) (i32.const 0))

  ;; Copies a string without quotes to $to. Returns the end address of the copy, or 0 if the string has an escape with digits.
  (func $copy (param $at i32) (param $to i32) (result i32)
    (local $bytes v128)
    (local $mask i32)
    (local $inside i32)
    (local $count i32)
    (local $units i32)
    (local $byte i32)
    (block $done
      (loop $next
        (local.set $mask
          (i8x16.bitmask
            (v128.or
              (i8x16.eq (local.tee $bytes (v128.load (local.get $at))) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c))))))
        (local.set $count
          (select
            (i32.ctz (local.get $mask))
            (i32.const 16)
            (local.get $mask)))
        (v128.store (local.get $to) (local.get $bytes))
        ;; Bytes from 0x80 to 0xbf continue a character. Characters of four bytes have two units.
        (local.set $inside (i32.sub (i32.shl (i32.const 1) (local.get $count)) (i32.const 1)))
        (local.set $units
          (i32.add
            (local.get $units)
            (i32.sub
              (i32.add
                (local.get $count)
                (i32.popcnt
                  (i32.and
                    (local.get $inside)
                    (i8x16.bitmask (i8x16.ge_u (local.get $bytes) (i8x16.splat (i32.const 0xf0)))))))
              (i32.popcnt
                (i32.and
                  (local.get $inside)
                  (i8x16.bitmask (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const -64)))))))))
        (local.set $to (i32.add (local.get $to) (local.get $count)))
        (local.set $at (i32.add (local.get $at) (local.get $count)))
        (br_if $next (i32.eqz (local.get $mask)))
        (br_if $done (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22)))
        (if (i32.eq
              (local.tee $byte (i32.load8_u offset=1 (local.get $at)))
              (i32.const 0x75))
          (then (return (i32.const 0))))
        ;; The letters b, f, n, r and t. All other escaped bytes stand for themselves.
        (if (i32.ge_u (local.get $byte) (i32.const 0x62))
          (then
            (local.set $byte
              (i32.wrap_i64
                (i64.and
                  (i64.shr_u
                    (i64.const 0x0000090d0a000c08)
                    (i64.extend_i32_u
                      (i32.shl
                        (i32.and (i32.shr_u (local.get $byte) (i32.const 2)) (i32.const 7))
                        (i32.const 3))))
                  (i64.const 0xff))))))
        (i32.store8 (local.get $to) (local.get $byte))
        (local.set $units (i32.add (local.get $units) (i32.const 1)))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $next)))
    (global.set $units (local.get $units))
    (local.get $to))

  ;; Copies strings to $to, with the byte 0xff after each. Writes the end offset of each from $first to $starts, and its UTF-16
  ;; units to $lengths: -1 for values that are no strings, which are empty copies. Ends before a string with an escape, and before a
  ;; position of -1. Returns the end of $positions that were read.
  (func (export "copyStrings")
    (param $base i32) (param $positions i32) (param $end i32) (param $to i32)
    (param $first i32) (param $starts i32) (param $lengths i32) (result i32)
    (local $at i32)
    (local $after i32)
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (br_if $done (i32.lt_s (local.tee $at (i32.load (local.get $positions))) (i32.const 0)))
        (global.set $units (i32.const -1))
        (local.set $after (local.get $to))
        (if (local.get $at)
          (then
            (local.set $at (i32.add (local.get $base) (local.get $at)))
            (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22))
              (then
                (local.set $after
                  (call $copy (i32.add (local.get $at) (i32.const 1)) (local.get $to)))
                (br_if $done (i32.eqz (local.get $after)))))))
        (i32.store8 (local.get $after) (i32.const 0xff))
        (local.set $to (i32.add (local.get $after) (i32.const 1)))
        (i32.store (local.get $starts) (i32.sub (local.get $to) (local.get $first)))
        (i32.store (local.get $lengths) (global.get $units))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (local.set $lengths (i32.add (local.get $lengths) (i32.const 4)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $positions))

  ;; Writes the positions of the elements of lists to $to, and the number of elements of each list to $counts: -1 for other values,
  ;; and -2 for a position of -1. Ends before a list whose elements do not fit before $toEnd. Returns the end of $positions that were
  ;; read.
  (func (export "listElements")
    (param $base i32) (param $positions i32) (param $end i32) (param $counts i32)
    (param $to i32) (param $toEnd i32) (result i32)
    (local $at i32)
    (local $count i32)
    (local $next i32)
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (local.set $at (i32.load (local.get $positions)))
        (local.set $count (i32.sub (i32.shr_s (local.get $at) (i32.const 31)) (i32.const 1)))
        (local.set $next (local.get $to))
        (block $read
          (br_if $read (i32.le_s (local.get $at) (i32.const 0)))
          (local.set $at (i32.add (local.get $base) (local.get $at)))
          (br_if $read (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x5b)))
          (local.set $count (i32.const 0))
          (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
          (br_if $read (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x5d)))
          (loop $element
            (br_if $done (i32.ge_u (local.get $next) (local.get $toEnd)))
            (i32.store (local.get $next) (i32.sub (local.get $at) (local.get $base)))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (local.set $at (call $skipSpace (call $endOfValue (local.get $at))))
            (br_if $read (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x2c)))
            (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
            (br $element)))
        (i32.store (local.get $counts) (local.get $count))
        (local.set $to (local.get $next))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $positions))

  ;; Like listElements, for objects: writes the position of each name to $to, and that of its value $distance bytes after it.
  (func (export "mapEntries")
    (param $base i32) (param $positions i32) (param $end i32) (param $counts i32)
    (param $to i32) (param $distance i32) (result i32)
    (local $toEnd i32)
    (local $at i32)
    (local $count i32)
    (local $next i32)
    (local.set $toEnd (i32.add (local.get $to) (local.get $distance)))
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $positions) (local.get $end)))
        (local.set $at (i32.load (local.get $positions)))
        (local.set $count (i32.sub (i32.shr_s (local.get $at) (i32.const 31)) (i32.const 1)))
        (local.set $next (local.get $to))
        (block $read
          (br_if $read (i32.le_s (local.get $at) (i32.const 0)))
          (local.set $at (i32.add (local.get $base) (local.get $at)))
          (br_if $read (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x7b)))
          (local.set $count (i32.const 0))
          (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
          (br_if $read (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x7d)))
          (loop $entry
            (br_if $done (i32.ge_u (local.get $next) (local.get $toEnd)))
            (i32.store (local.get $next) (i32.sub (local.get $at) (local.get $base)))
            (local.set $at
              (call $skipSpace
                (i32.add (call $quote (i32.add (local.get $at) (i32.const 1))) (i32.const 1))))
            ;; After the colon.
            (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
            (i32.store
              (i32.add (local.get $next) (local.get $distance))
              (i32.sub (local.get $at) (local.get $base)))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (local.set $at (call $skipSpace (call $endOfValue (local.get $at))))
            (br_if $read (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x2c)))
            (local.set $at (call $skipSpace (i32.add (local.get $at) (i32.const 1))))
            (br $entry)))
        (i32.store (local.get $counts) (local.get $count))
        (local.set $to (local.get $next))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
        (br $token)))
    (local.get $positions))
)
