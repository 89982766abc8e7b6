;; Kernels over the encoded strings of all rows. Each function has the same results as the function of the
;; same name in `search.ts`. Loads may reach 64 bytes beyond the last string.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Returns 1 if $length bytes at two addresses are equal. Compares 8 bytes at a time; the last 8 can overlap those before.
  (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
    (local $last i32)
    (block $no
      (if (i32.ge_u (local.get $length) (i32.const 8))
        (then
          (local.set $last (i32.sub (i32.add (local.get $a) (local.get $length)) (i32.const 8)))
          (br_if $no
            (i64.ne
              (i64.load (local.get $last))
              (i64.load (i32.sub (i32.add (local.get $b) (local.get $length)) (i32.const 8)))))
          (loop $eight
            (br_if $no (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))))
            (local.set $b (i32.add (local.get $b) (i32.const 8)))
            (br_if $eight (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 8))) (local.get $last))))
          (return (i32.const 1))))
      (loop $next
        (br_if $no (i32.ne (i32.load8_u (local.get $a)) (i32.load8_u (local.get $b))))
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (local.set $b (i32.add (local.get $b) (i32.const 1)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br_if $next (local.get $length)))
      (return (i32.const 1)))
    (i32.const 0))

  ;; Returns the row that contains a byte offset. The row is $low or a later one. Estimates it from the mean length of the strings, and
  ;; tries a few rows there. Otherwise searches from $low on (exponential search, then binary search).
  (func $rowAt
    (param $starts i32) (param $address i32) (param $low i32) (param $rows i32) (param $rowsPerByte f64) (result i32)
    (local $step i32)
    (local $high i32)
    (local $middle i32)
    (local.set $middle
      (i32.add
        (local.get $low)
        (i32.trunc_sat_f64_u
          (f64.mul
            (local.get $rowsPerByte)
            (f64.convert_i32_u
              (i32.sub
                (local.get $address)
                (i32.load (i32.add (local.get $starts) (i32.shl (local.get $low) (i32.const 2))))))))))
    (if (i32.ge_u (local.get $middle) (local.get $rows))
      (then (local.set $middle (i32.sub (local.get $rows) (i32.const 1)))))
    (local.set $step (i32.const 8))
    (block $far
      (loop $try
        (br_if $far (i32.eqz (local.get $step)))
        (local.set $step (i32.sub (local.get $step) (i32.const 1)))
        (local.set $high (i32.add (local.get $starts) (i32.shl (local.get $middle) (i32.const 2))))
        (if (i32.gt_u (i32.load (local.get $high)) (local.get $address))
          (then
            (local.set $middle (i32.sub (local.get $middle) (i32.const 1)))
            (br $try)))
        (if (i32.le_u (i32.load offset=4 (local.get $high)) (local.get $address))
          (then
            (local.set $middle (i32.add (local.get $middle) (i32.const 1)))
            (br $try)))
        (return (local.get $middle))))
    (local.set $step (i32.const 1))
    (block $passed
      (loop $double
        (local.set $high (i32.add (local.get $low) (local.get $step)))
        (br_if $passed (i32.ge_u (local.get $high) (local.get $rows)))
        (br_if $passed
          (i32.gt_u
            (i32.load (i32.add (local.get $starts) (i32.shl (local.get $high) (i32.const 2))))
            (local.get $address)))
        (local.set $low (local.get $high))
        (local.set $step (i32.shl (local.get $step) (i32.const 1)))
        (br $double)))
    (if (i32.gt_u (local.get $high) (local.get $rows)) (then (local.set $high (local.get $rows))))
    (block $found
      (loop $halve
        (br_if $found (i32.le_u (i32.sub (local.get $high) (local.get $low)) (i32.const 1)))
        (local.set $middle (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
        (if
          (i32.le_u
            (i32.load (i32.add (local.get $starts) (i32.shl (local.get $middle) (i32.const 2))))
            (local.get $address))
          (then (local.set $low (local.get $middle)))
          (else (local.set $high (local.get $middle))))
        (br $halve)))
    (local.get $low))

  ;; Returns the first match that ends at or before $end, or 0. Each iteration tests 64 addresses for two rare
  ;; bytes of the search string, or 16 if both match often ($isDense). Where both match, all bytes are compared.
  (func $search
    (param $address i32) (param $end i32)
    (param $string i32) (param $length i32) (param $rare i32) (param $other i32) (param $isDense i32)
    (param $first v128) (param $second v128) (result i32)
    (local $mask i32)
    (local $at i32)
    (local $one i32)
    (local $two i32)
    (local $stop i32)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (local.set $stop (i32.sub (i32.sub (local.get $end) (local.get $length)) (i32.const 64)))
    (block $done
      (loop $next
        (block $found
          (br_if $found (local.get $isDense))
          (br_if $found (i32.lt_s (i32.sub (local.get $stop) (local.get $address)) (i32.const 0)))
          (local.set $one (i32.add (local.get $address) (local.get $rare)))
          (local.set $two (i32.add (local.get $address) (local.get $other)))
          (loop $skip
            (local.set $a
              (v128.and
                (i8x16.eq (v128.load offset=0 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=0 (local.get $two)) (local.get $second))))
            (local.set $b
              (v128.and
                (i8x16.eq (v128.load offset=16 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=16 (local.get $two)) (local.get $second))))
            (local.set $c
              (v128.and
                (i8x16.eq (v128.load offset=32 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=32 (local.get $two)) (local.get $second))))
            (local.set $d
              (v128.and
                (i8x16.eq (v128.load offset=48 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=48 (local.get $two)) (local.get $second))))
            (if
              (v128.any_true
                (v128.or
                  (v128.or (local.get $a) (local.get $b))
                  (v128.or (local.get $c) (local.get $d))))
              (then
                ;; Continue with the 16 addresses of the first candidate.
                (local.set $address
                  (i32.add
                    (local.get $address)
                    (i32.and
                      (i32.wrap_i64
                        (i64.ctz
                          (i64.or
                            (i64.or
                              (i64.extend_i32_u (i8x16.bitmask (local.get $a)))
                              (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $b))) (i64.const 16)))
                            (i64.or
                              (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $c))) (i64.const 32))
                              (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $d))) (i64.const 48))))))
                      (i32.const 48))))
                (br $found)))
            (local.set $address (i32.add (local.get $address) (i32.const 64)))
            (local.set $one (i32.add (local.get $one) (i32.const 64)))
            (local.set $two (i32.add (local.get $two) (i32.const 64)))
            (br_if $skip (i32.ge_s (i32.sub (local.get $stop) (local.get $address)) (i32.const 0)))))
        (br_if $done (i32.lt_s (i32.sub (local.get $end) (local.get $address)) (local.get $length)))
        (local.set $mask
          (i8x16.bitmask
            (v128.and
              (i8x16.eq (v128.load (i32.add (local.get $address) (local.get $rare))) (local.get $first))
              (i8x16.eq (v128.load (i32.add (local.get $address) (local.get $other))) (local.get $second)))))
        (block $none
          (loop $candidate
            (br_if $none (i32.eqz (local.get $mask)))
            (local.set $at (i32.add (local.get $address) (i32.ctz (local.get $mask))))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $candidate
              (i32.eqz (call $same (local.get $at) (local.get $string) (local.get $length))))
            (br_if $done (i32.lt_s (i32.sub (local.get $end) (local.get $at)) (local.get $length)))
            (return (local.get $at))))
        (local.set $address (i32.add (local.get $address) (i32.const 16)))
        (br $next)))
    (i32.const 0))

  ;; Keeps the listed addresses that are matches, and returns the end of the list. The first 8 bytes of the search string and the last 8
  ;; decide about up to 16 bytes. Of a shorter string, both are its only bytes.
  (func $keepMatches
    (param $list i32) (param $listEnd i32) (param $string i32) (param $length i32) (result i32)
    (local $at i32)
    (local $kept i32)
    (local $isMatch i32)
    (local $tailAt i32)
    (local $head i64)
    (local $tail i64)
    (local $used i64)
    (local.set $kept (local.get $list))
    (local.set $used (i64.const -1))
    (if (i32.lt_u (local.get $length) (i32.const 8))
      (then
        (local.set $used
          (i64.sub
            (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $length) (i32.const 3))))
            (i64.const 1))))
      (else (local.set $tailAt (i32.sub (local.get $length) (i32.const 8)))))
    (local.set $head (i64.load (local.get $string)))
    (local.set $tail (i64.load (i32.add (local.get $string) (local.get $tailAt))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $at (i32.load (local.get $list)))
        (local.set $isMatch
          (i64.eqz
            (i64.and
              (local.get $used)
              (i64.or
                (i64.xor (i64.load (local.get $at)) (local.get $head))
                (i64.xor (i64.load (i32.add (local.get $at) (local.get $tailAt))) (local.get $tail))))))
        (if (i32.gt_u (local.get $length) (i32.const 16))
          (then
            (if (local.get $isMatch)
              (then
                (local.set $isMatch
                  (call $same (local.get $at) (local.get $string) (local.get $length)))))))
        ;; Always writes, and keeps the address only of a match: a branch would often be mispredicted.
        (i32.store (local.get $kept) (local.get $at))
        (local.set $kept (i32.add (local.get $kept) (i32.shl (local.get $isMatch) (i32.const 2))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next)))
    (local.get $kept))

  ;; Sets the bits of the rows that contain the listed addresses, which ascend, and returns the last of these rows. Estimates each row from
  ;; the mean length of the strings, and counts how many of 16 rows there begin before the address. The estimates of 16 addresses have the
  ;; same base, so that none waits for another and the memory fetches many offsets at the same time.
  (func $setRows
    (param $list i32) (param $listEnd i32) (param $bytes i32) (param $starts i32) (param $row i32) (param $rows i32)
    (param $rowsPerByte f64) (param $lead i32) (param $out i32) (result i32)
    (local $groupEnd i32)
    (local $baseRow i32)
    (local $base i32)
    (local $lastFirst i32)
    (local $first i32)
    (local $count i32)
    (local $at i32)
    (local $word i32)
    (local $place v128)
    (local.set $lastFirst (i32.sub (local.get $rows) (i32.const 15)))
    (block $done
      (loop $group
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $groupEnd (i32.add (local.get $list) (i32.const 64)))
        (local.set $groupEnd
          (select
            (local.get $groupEnd)
            (local.get $listEnd)
            (i32.lt_u (local.get $groupEnd) (local.get $listEnd))))
        (local.set $baseRow (i32.sub (local.get $row) (i32.const 7)))
        (local.set $base (i32.load (i32.add (local.get $starts) (i32.shl (local.get $row) (i32.const 2)))))
        (loop $next
          (local.set $at
            (i32.add (i32.sub (i32.load (local.get $list)) (local.get $bytes)) (local.get $lead)))
          (local.set $first
            (i32.add
              (local.get $baseRow)
              (i32.trunc_sat_f64_s
                (f64.mul
                  (local.get $rowsPerByte)
                  (f64.convert_i32_u (i32.sub (local.get $at) (local.get $base)))))))
          (local.set $first
            (select
              (local.get $first)
              (local.get $lastFirst)
              (i32.lt_s (local.get $first) (local.get $lastFirst))))
          (local.set $first
            (select (local.get $first) (i32.const 0) (i32.gt_s (local.get $first) (i32.const 0))))
          (local.set $word (i32.add (local.get $starts) (i32.shl (local.get $first) (i32.const 2))))
          (local.set $place (i32x4.splat (local.get $at)))
          (local.set $count
            (i32.popcnt
              (i8x16.bitmask
                (i8x16.narrow_i16x8_s
                  (i16x8.narrow_i32x4_s
                    (i32x4.le_u (v128.load offset=0 (local.get $word)) (local.get $place))
                    (i32x4.le_u (v128.load offset=16 (local.get $word)) (local.get $place)))
                  (i16x8.narrow_i32x4_s
                    (i32x4.le_u (v128.load offset=32 (local.get $word)) (local.get $place))
                    (i32x4.le_u (v128.load offset=48 (local.get $word)) (local.get $place)))))))
          (local.set $row
            (if (result i32)
              (i32.and
                (i32.lt_u (i32.sub (local.get $count) (i32.const 1)) (i32.const 15))
                (i32.ge_s (local.get $lastFirst) (i32.const 0)))
              (then (i32.sub (i32.add (local.get $first) (local.get $count)) (i32.const 1)))
              (else
                (call $rowAt
                  (local.get $starts) (local.get $at) (local.get $row) (local.get $rows) (local.get $rowsPerByte)))))
          (local.set $word
            (i32.add (local.get $out) (i32.shl (i32.shr_u (local.get $row) (i32.const 5)) (i32.const 2))))
          (i32.store (local.get $word)
            (i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (local.get $row))))
          (br_if $next
            (i32.lt_u
              (local.tee $list (i32.add (local.get $list) (i32.const 4)))
              (local.get $groupEnd))))
        (br $group)))
    (local.get $row))

  ;; Sets the bits of the rows with a match, for rare candidates: most blocks of 64 bytes have none. Lists candidates, and then tests many
  ;; of them and finds their rows, so that the memory fetches much at the same time. Returns 0, or the address to continue at once
  ;; candidates are dense. $list has room for 321 addresses.
  (func $scan
    (param $address i32) (param $end i32) (param $bytes i32) (param $starts i32) (param $row i32) (param $rows i32)
    (param $string i32) (param $length i32) (param $rare i32) (param $other i32)
    (param $lead i32) (param $out i32) (param $list i32) (param $rowsPerByte f64)
    (param $first v128) (param $second v128) (result i32)
    (local $last i32)
    (local $one i32)
    (local $two i32)
    (local $full i32)
    (local $listEnd i32)
    (local $listedFrom i32)
    (local $mask i64)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (local.set $last (i32.sub (local.get $end) (local.get $length)))
    (local.set $full (i32.add (local.get $list) (i32.const 1024)))
    (local.set $listEnd (local.get $list))
    (local.set $listedFrom (local.get $address))
    (block $done
      (loop $next
        (block $full
          (br_if $done (i32.lt_s (i32.sub (local.get $last) (local.get $address)) (i32.const 0)))
          (local.set $one (i32.add (local.get $address) (local.get $rare)))
          (local.set $two (i32.add (local.get $address) (local.get $other)))
          (loop $block
            ;; Fetches bytes that are tested later from memory: the processor does not fetch so far ahead by itself.
            (drop
              (i32.load
                (select
                  (i32.add (local.get $address) (i32.const 1024))
                  (local.get $last)
                  (i32.gt_s (i32.sub (local.get $last) (local.get $address)) (i32.const 1024)))))
            (local.set $a
              (v128.and
                (i8x16.eq (v128.load offset=0 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=0 (local.get $two)) (local.get $second))))
            (local.set $b
              (v128.and
                (i8x16.eq (v128.load offset=16 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=16 (local.get $two)) (local.get $second))))
            (local.set $c
              (v128.and
                (i8x16.eq (v128.load offset=32 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=32 (local.get $two)) (local.get $second))))
            (local.set $d
              (v128.and
                (i8x16.eq (v128.load offset=48 (local.get $one)) (local.get $first))
                (i8x16.eq (v128.load offset=48 (local.get $two)) (local.get $second))))
            (if
              (v128.any_true
                (v128.or
                  (v128.or (local.get $a) (local.get $b))
                  (v128.or (local.get $c) (local.get $d))))
              (then
                (local.set $mask
                  (i64.or
                    (i64.or
                      (i64.extend_i32_u (i8x16.bitmask (local.get $a)))
                      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $b))) (i64.const 16)))
                    (i64.or
                      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $c))) (i64.const 32))
                      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $d))) (i64.const 48)))))
                (loop $candidate
                  (i32.store
                    (local.get $listEnd)
                    (i32.add (local.get $address) (i32.wrap_i64 (i64.ctz (local.get $mask)))))
                  (local.set $listEnd (i32.add (local.get $listEnd) (i32.const 4)))
                  (br_if $candidate
                    (i64.ne
                      (local.tee $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
                      (i64.const 0))))))
            (local.set $address (i32.add (local.get $address) (i32.const 64)))
            (local.set $one (i32.add (local.get $one) (i32.const 64)))
            (local.set $two (i32.add (local.get $two) (i32.const 64)))
            (br_if $full (i32.ge_u (local.get $listEnd) (local.get $full)))
            (br_if $block (i32.ge_s (i32.sub (local.get $last) (local.get $address)) (i32.const 0))))
          (br $done))
        (br_if $done (i32.lt_s (i32.sub (local.get $last) (local.get $address)) (i32.const 0)))
        (local.set $row
          (call $setRows
            (local.get $list)
            (call $keepMatches (local.get $list) (local.get $listEnd) (local.get $string) (local.get $length))
            (local.get $bytes) (local.get $starts) (local.get $row)
            (local.get $rows) (local.get $rowsPerByte) (local.get $lead) (local.get $out)))
        (local.set $listEnd (local.get $list))
        ;; Candidates are dense: there was one in less than 32 bytes.
        (if (i32.lt_u (i32.sub (local.get $address) (local.get $listedFrom)) (i32.const 8192))
          (then (return (local.get $address))))
        (local.set $listedFrom (local.get $address))
        (br $next)))
    ;; Removes candidates that would end after $end.
    (block $within
      (loop $remove
        (br_if $within (i32.eq (local.get $listEnd) (local.get $list)))
        (br_if $within
          (i32.ge_s
            (i32.sub (local.get $last) (i32.load (i32.sub (local.get $listEnd) (i32.const 4))))
            (i32.const 0)))
        (local.set $listEnd (i32.sub (local.get $listEnd) (i32.const 4)))
        (br $remove)))
    (drop
      (call $setRows
        (local.get $list)
        (call $keepMatches (local.get $list) (local.get $listEnd) (local.get $string) (local.get $length))
        (local.get $bytes) (local.get $starts) (local.get $row)
        (local.get $rows) (local.get $rowsPerByte) (local.get $lead) (local.get $out)))
    (i32.const 0))

  ;; Sets the bits of the rows whose string contains the search string. If matches are dense, the scan skips the rest of each string
  ;; that matches. $lead is 1 if the search string begins with a separator. $list has room for 321 addresses.
  (func (export "find")
    (param $address i32) (param $end i32) (param $bytes i32) (param $starts i32) (param $row i32) (param $rows i32)
    (param $string i32) (param $length i32) (param $rare i32) (param $other i32) (param $isDense i32)
    (param $lead i32) (param $out i32) (param $list i32)
    (local $first v128)
    (local $second v128)
    (local $word i32)
    (local $rowsPerByte f64)
    (local.set $rowsPerByte
      (f64.div
        (f64.convert_i32_u (i32.sub (local.get $rows) (local.get $row)))
        (f64.convert_i32_u (i32.sub (local.get $end) (local.get $address)))))
    (local.set $first (i8x16.splat (i32.load8_u (i32.add (local.get $string) (local.get $rare)))))
    (local.set $second (i8x16.splat (i32.load8_u (i32.add (local.get $string) (local.get $other)))))
    (block $done
      (if (i32.eqz (local.get $isDense))
        (then
          (br_if $done
            (i32.eqz
              (local.tee $address
                (call $scan
                  (local.get $address) (local.get $end) (local.get $bytes) (local.get $starts) (local.get $row) (local.get $rows)
                  (local.get $string) (local.get $length) (local.get $rare) (local.get $other)
                  (local.get $lead) (local.get $out) (local.get $list) (local.get $rowsPerByte)
                  (local.get $first) (local.get $second)))))))
      (loop $next
        (br_if $done
          (i32.eqz
            (local.tee $address
              (call $search
                (local.get $address) (local.get $end)
                (local.get $string) (local.get $length) (local.get $rare) (local.get $other) (i32.const 1)
                (local.get $first) (local.get $second)))))
        (local.set $row
          (call $rowAt
            (local.get $starts)
            (i32.add (i32.sub (local.get $address) (local.get $bytes)) (local.get $lead))
            (local.get $row)
            (local.get $rows)
            (local.get $rowsPerByte)))
        (local.set $word
          (i32.add (local.get $out) (i32.shl (i32.shr_u (local.get $row) (i32.const 5)) (i32.const 2))))
        (i32.store (local.get $word)
          (i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (local.get $row))))
        ;; The separator before the next string is part of a match at its start.
        (local.set $address
          (i32.sub
            (i32.add
              (local.get $bytes)
              (i32.load offset=4 (i32.add (local.get $starts) (i32.shl (local.get $row) (i32.const 2)))))
            (i32.const 1)))
        (br $next))))

  ;; Clears the bits of the rows without a match. $starts is the address of the offset of the first row. A
  ;; search string with a separator is only compared at the start or the end of a string.
  (func (export "findAmong")
    (param $bits i32) (param $stop i32) (param $bytes i32) (param $starts i32)
    (param $string i32) (param $length i32) (param $rare i32) (param $other i32) (param $isDense i32)
    (param $lead i32) (param $trail i32)
    (local $first v128)
    (local $second v128)
    (local $rest i32)
    (local $kept i32)
    (local $address i32)
    (local $end i32)
    (local.set $first (i8x16.splat (i32.load8_u (i32.add (local.get $string) (local.get $rare)))))
    (local.set $second (i8x16.splat (i32.load8_u (i32.add (local.get $string) (local.get $other)))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $stop)))
        (local.set $kept (local.tee $rest (i32.load (local.get $bits))))
        (block $none
          (loop $row
            (br_if $none (i32.eqz (local.get $rest)))
            (local.set $address
              (i32.add (local.get $starts) (i32.shl (i32.ctz (local.get $rest)) (i32.const 2))))
            (local.set $end (i32.add (local.get $bytes) (i32.load offset=4 (local.get $address))))
            (local.set $address
              (i32.sub (i32.add (local.get $bytes) (i32.load (local.get $address))) (i32.const 1)))
            (if (i32.gt_s (i32.sub (local.get $end) (local.get $address)) (local.get $length))
              (then
                (if (local.get $lead)
                  (then (local.set $end (i32.add (local.get $address) (local.get $length))))
                  (else
                    (if (local.get $trail)
                      (then (local.set $address (i32.sub (local.get $end) (local.get $length)))))))))
            (if
              (i32.eqz
                (call $search
                  (local.get $address) (local.get $end)
                  (local.get $string) (local.get $length) (local.get $rare) (local.get $other) (local.get $isDense)
                  (local.get $first) (local.get $second)))
              (then
                (local.set $kept
                  (i32.xor
                    (local.get $kept)
                    (i32.and (local.get $rest) (i32.sub (i32.const 0) (local.get $rest)))))))
            (local.set $rest (i32.and (local.get $rest) (i32.sub (local.get $rest) (i32.const 1))))
            (br $row)))
        (i32.store (local.get $bits) (local.get $kept))
        (local.set $bits (i32.add (local.get $bits) (i32.const 4)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 128)))
        (br $next))))

  ;; Replaces the zero bytes from $address on, below $end, with separators, and writes the offset after each
  ;; to $starts. Returns 1 if there are exactly as many as there is room before $stop.
  (func (export "separate")
    (param $address i32) (param $end i32) (param $bytes i32) (param $starts i32) (param $stop i32) (result i32)
    (local $mask i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $address) (local.get $end)))
        (local.set $mask
          (i8x16.bitmask (i8x16.eq (v128.load (local.get $address)) (v128.const i32x4 0 0 0 0))))
        (block $none
          (loop $zero
            (br_if $none (i32.eqz (local.get $mask)))
            (local.set $at (i32.add (local.get $address) (i32.ctz (local.get $mask))))
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
            (if (i32.ge_u (local.get $starts) (local.get $stop)) (then (return (i32.const 0))))
            (i32.store8 (local.get $at) (i32.const 0xff))
            (i32.store
              (local.get $starts)
              (i32.sub (i32.add (local.get $at) (i32.const 1)) (local.get $bytes)))
            (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br $zero)))
        (local.set $address (i32.add (local.get $address) (i32.const 16)))
        (br $next)))
    (i32.eq (local.get $starts) (local.get $stop))))
