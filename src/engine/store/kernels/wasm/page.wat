;; Kernels that find the rows of a page. Assembled like `kernels.wat`.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Writes a bitmap of the rows of $within with a code in [low, high] to $out, and returns the number of those below low. Does not skip
  ;; groups of rows without a selected one, because that branch would often be mispredicted.
  (func (export "split32")
    (param $at i32) (param $rows i32) (param $low i32) (param $high i32)
    (param $within i32) (param $out i32) (result i32)
    (local $row i32)
    (local $selected i32)
    (local $below i32)
    (local $count i32)
    (local $sign v128)
    (local $from v128)
    (local $to v128)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    ;; Inverts the sign bits, so that signed comparisons order the values like unsigned numbers.
    (local.set $sign (i32x4.splat (i32.const 0x80000000)))
    (local.set $from (v128.xor (local.get $sign) (i32x4.splat (local.get $low))))
    (local.set $to (v128.xor (local.get $sign) (i32x4.splat (local.get $high))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $selected (i32.load16_u (local.get $within)))
        (local.set $a (v128.xor (local.get $sign) (v128.load offset=0 (local.get $at))))
        (local.set $b (v128.xor (local.get $sign) (v128.load offset=16 (local.get $at))))
        (local.set $c (v128.xor (local.get $sign) (v128.load offset=32 (local.get $at))))
        (local.set $d (v128.xor (local.get $sign) (v128.load offset=48 (local.get $at))))
        (local.set $below (i32.and (local.get $selected) (i8x16.bitmask (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s (i32x4.lt_s (local.get $a) (local.get $from)) (i32x4.lt_s (local.get $b) (local.get $from)))
          (i16x8.narrow_i32x4_s (i32x4.lt_s (local.get $c) (local.get $from)) (i32x4.lt_s (local.get $d) (local.get $from)))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (local.get $below))))
        (i32.store16 (local.get $out) (i32.and
          (i32.xor (local.get $selected) (local.get $below))
          (i32.xor (i32.const 0xffff) (i8x16.bitmask (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s (i32x4.gt_s (local.get $a) (local.get $to)) (i32x4.gt_s (local.get $b) (local.get $to)))
          (i16x8.narrow_i32x4_s (i32x4.gt_s (local.get $c) (local.get $to)) (i32x4.gt_s (local.get $d) (local.get $to))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $next)))
    (local.get $count))

  (func (export "splitNumbers")
    (param $at i32) (param $rows i32) (param $low f64) (param $high f64)
    (param $within i32) (param $out i32) (result i32)
    (local $row i32)
    (local $selected i32)
    (local $below i32)
    (local $count i32)
    (local $from v128)
    (local $to v128)
    (local.set $from (f64x2.splat (local.get $low)))
    (local.set $to (f64x2.splat (local.get $high)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $selected (i32.load16_u (local.get $within)))
        (local.set $below (i32.and (local.get $selected) (i8x16.bitmask (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.lt (v128.load offset=0 (local.get $at)) (local.get $from))
              (f64x2.lt (v128.load offset=16 (local.get $at)) (local.get $from)))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.lt (v128.load offset=32 (local.get $at)) (local.get $from))
              (f64x2.lt (v128.load offset=48 (local.get $at)) (local.get $from))))
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.lt (v128.load offset=64 (local.get $at)) (local.get $from))
              (f64x2.lt (v128.load offset=80 (local.get $at)) (local.get $from)))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.lt (v128.load offset=96 (local.get $at)) (local.get $from))
              (f64x2.lt (v128.load offset=112 (local.get $at)) (local.get $from))))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (local.get $below))))
        ;; $below is a part of $selected, so xor removes its rows. The test below then keeps the numbers up to $high.
        (i32.store16 (local.get $out) (i32.and
          (i32.xor (local.get $selected) (local.get $below))
          (i8x16.bitmask (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.le (v128.load offset=0 (local.get $at)) (local.get $to))
              (f64x2.le (v128.load offset=16 (local.get $at)) (local.get $to)))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.le (v128.load offset=32 (local.get $at)) (local.get $to))
              (f64x2.le (v128.load offset=48 (local.get $at)) (local.get $to))))
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.le (v128.load offset=64 (local.get $at)) (local.get $to))
              (f64x2.le (v128.load offset=80 (local.get $at)) (local.get $to)))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
              (f64x2.le (v128.load offset=96 (local.get $at)) (local.get $to))
              (f64x2.le (v128.load offset=112 (local.get $at)) (local.get $to))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $next)))
    (local.get $count))

  ;; Lists the rows of a bitmap in ascending order, and returns the end of the list. Writes four rows for each 64 bits that are not all zero,
  ;; and keeps as many as there are: a branch for each row would often be mispredicted.
  (func (export "listRows") (param $bits i32) (param $end i32) (param $out i32) (result i32)
    (local $row i32)
    (local $at i32)
    (local $rest i64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (if (i32.eqz (i64.eqz (local.tee $rest (i64.load (local.get $bits)))))
          (then
            (local.set $at (local.get $out))
            (local.set $out
              (i32.add (local.get $out) (i32.shl (i32.wrap_i64 (i64.popcnt (local.get $rest))) (i32.const 2))))
            (loop $more
              (i32.store offset=0 (local.get $at) (i32.add (local.get $row) (i32.wrap_i64 (i64.ctz (local.get $rest)))))
              (local.set $rest (i64.and (local.get $rest) (i64.sub (local.get $rest) (i64.const 1))))
              (i32.store offset=4 (local.get $at) (i32.add (local.get $row) (i32.wrap_i64 (i64.ctz (local.get $rest)))))
              (local.set $rest (i64.and (local.get $rest) (i64.sub (local.get $rest) (i64.const 1))))
              (i32.store offset=8 (local.get $at) (i32.add (local.get $row) (i32.wrap_i64 (i64.ctz (local.get $rest)))))
              (local.set $rest (i64.and (local.get $rest) (i64.sub (local.get $rest) (i64.const 1))))
              (i32.store offset=12 (local.get $at) (i32.add (local.get $row) (i32.wrap_i64 (i64.ctz (local.get $rest)))))
              (local.set $rest (i64.and (local.get $rest) (i64.sub (local.get $rest) (i64.const 1))))
              (br_if $more
                (i32.lt_u
                  (local.tee $at (i32.add (local.get $at) (i32.const 16)))
                  (local.get $out))))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (br $next)))
    (local.get $out))

  ;; Lists the rows of $within from $row on that have a code in [low, high], and returns their number and the row where it ended: $rows,
  ;; or the first row after $out has passed $stop. Tests 32 rows at once, of which few groups have such a row: the lowest distance of
  ;; their codes to low is in the range. Bits of $within from $rows on are zero.
  (func (export "list32")
    (param $at i32) (param $row i32) (param $rows i32) (param $low i32) (param $high i32)
    (param $within i32) (param $out i32) (param $stop i32) (result i32 i32)
    (local $first i32)
    (local $rest i32)
    (local $from v128)
    (local $span v128)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (local $e v128)
    (local $f v128)
    (local $g v128)
    (local $h v128)
    (local.set $first (local.get $out))
    (local.set $from (i32x4.splat (local.get $low)))
    (local.set $span (i32x4.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (br_if $done (i32.gt_u (local.get $out) (local.get $stop)))
        (local.set $a (i32x4.sub (v128.load offset=0 (local.get $at)) (local.get $from)))
        (local.set $b (i32x4.sub (v128.load offset=16 (local.get $at)) (local.get $from)))
        (local.set $c (i32x4.sub (v128.load offset=32 (local.get $at)) (local.get $from)))
        (local.set $d (i32x4.sub (v128.load offset=48 (local.get $at)) (local.get $from)))
        (local.set $e (i32x4.sub (v128.load offset=64 (local.get $at)) (local.get $from)))
        (local.set $f (i32x4.sub (v128.load offset=80 (local.get $at)) (local.get $from)))
        (local.set $g (i32x4.sub (v128.load offset=96 (local.get $at)) (local.get $from)))
        (local.set $h (i32x4.sub (v128.load offset=112 (local.get $at)) (local.get $from)))
        (if
          (v128.any_true
            (i32x4.le_u
              (i32x4.min_u
                (i32x4.min_u
                  (i32x4.min_u (local.get $a) (local.get $b))
                  (i32x4.min_u (local.get $c) (local.get $d)))
                (i32x4.min_u
                  (i32x4.min_u (local.get $e) (local.get $f))
                  (i32x4.min_u (local.get $g) (local.get $h))))
              (local.get $span)))
          (then
            (local.set $rest
              (i32.and
                (i32.load (local.get $within))
                (i32.or
                  (i8x16.bitmask (i8x16.narrow_i16x8_s
                    (i16x8.narrow_i32x4_s (i32x4.le_u (local.get $a) (local.get $span)) (i32x4.le_u (local.get $b) (local.get $span)))
                    (i16x8.narrow_i32x4_s (i32x4.le_u (local.get $c) (local.get $span)) (i32x4.le_u (local.get $d) (local.get $span)))))
                  (i32.shl
                    (i8x16.bitmask (i8x16.narrow_i16x8_s
                      (i16x8.narrow_i32x4_s (i32x4.le_u (local.get $e) (local.get $span)) (i32x4.le_u (local.get $f) (local.get $span)))
                      (i16x8.narrow_i32x4_s (i32x4.le_u (local.get $g) (local.get $span)) (i32x4.le_u (local.get $h) (local.get $span)))))
                    (i32.const 16)))))
            (block $listed
              (loop $each
                (br_if $listed (i32.eqz (local.get $rest)))
                (i32.store (local.get $out) (i32.add (local.get $row) (i32.ctz (local.get $rest))))
                (local.set $rest (i32.and (local.get $rest) (i32.sub (local.get $rest) (i32.const 1))))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))
                (br $each)))))
        (local.set $within (i32.add (local.get $within) (i32.const 4)))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (local.set $row (i32.add (local.get $row) (i32.const 32)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $first)) (i32.const 2))
    (local.get $row))

  ;; Like list32, for doubles, 16 rows at once.
  (func (export "listNumbers")
    (param $at i32) (param $row i32) (param $rows i32) (param $low f64) (param $high f64)
    (param $within i32) (param $out i32) (param $stop i32) (result i32 i32)
    (local $first i32)
    (local $rest i32)
    (local $from v128)
    (local $to v128)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (local $e v128)
    (local $f v128)
    (local $g v128)
    (local $h v128)
    (local.set $first (local.get $out))
    (local.set $from (f64x2.splat (local.get $low)))
    (local.set $to (f64x2.splat (local.get $high)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (br_if $done (i32.gt_u (local.get $out) (local.get $stop)))
        (local.set $a
          (v128.and
            (f64x2.ge (v128.load offset=0 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=0 (local.get $at)) (local.get $to))))
        (local.set $b
          (v128.and
            (f64x2.ge (v128.load offset=16 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=16 (local.get $at)) (local.get $to))))
        (local.set $c
          (v128.and
            (f64x2.ge (v128.load offset=32 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=32 (local.get $at)) (local.get $to))))
        (local.set $d
          (v128.and
            (f64x2.ge (v128.load offset=48 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=48 (local.get $at)) (local.get $to))))
        (local.set $e
          (v128.and
            (f64x2.ge (v128.load offset=64 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=64 (local.get $at)) (local.get $to))))
        (local.set $f
          (v128.and
            (f64x2.ge (v128.load offset=80 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=80 (local.get $at)) (local.get $to))))
        (local.set $g
          (v128.and
            (f64x2.ge (v128.load offset=96 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=96 (local.get $at)) (local.get $to))))
        (local.set $h
          (v128.and
            (f64x2.ge (v128.load offset=112 (local.get $at)) (local.get $from))
            (f64x2.le (v128.load offset=112 (local.get $at)) (local.get $to))))
        (if
          (v128.any_true
            (v128.or
              (v128.or
                (v128.or (local.get $a) (local.get $b))
                (v128.or (local.get $c) (local.get $d)))
              (v128.or
                (v128.or (local.get $e) (local.get $f))
                (v128.or (local.get $g) (local.get $h)))))
          (then
            (local.set $rest
              (i32.and
                (i32.load16_u (local.get $within))
                (i8x16.bitmask (i8x16.narrow_i16x8_s
                  (i16x8.narrow_i32x4_s
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $c) (local.get $d)))
                  (i16x8.narrow_i32x4_s
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $e) (local.get $f))
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $g) (local.get $h)))))))
            (block $listed
              (loop $each
                (br_if $listed (i32.eqz (local.get $rest)))
                (i32.store (local.get $out) (i32.add (local.get $row) (i32.ctz (local.get $rest))))
                (local.set $rest (i32.and (local.get $rest) (i32.sub (local.get $rest) (i32.const 1))))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))
                (br $each)))))
        (local.set $within (i32.add (local.get $within) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $first)) (i32.const 2))
    (local.get $row)))
