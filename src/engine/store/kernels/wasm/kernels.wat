;; Kernels over columns and bitmaps, 16 to 64 rows per iteration. `scripts/kernels.ts` assembles this file to
;; `module.ts`. Each function has the same results as the loop of the same name in `plain.ts`. Columns are
;; padded to whole iterations, so that loads beyond the last row are valid.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Tests whether codes are in [low, high] by one unsigned comparison of their distance to low. Bits of
  ;; $out that are set in $keep are preserved.
  (func (export "between8")
    (param $at i32) (param $rows i32) (param $low i32) (param $high i32)
    (param $within i32) (param $out i32) (param $keep i32)
    (local $row i32)
    (local $kept i64)
    (local $selected i64)
    (local $from v128)
    (local $span v128)
    (local.set $kept (i64.extend_i32_s (local.get $keep)))
    (local.set $from (i8x16.splat (local.get $low)))
    (local.set $span (i8x16.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (if (i64.eqz (local.tee $selected (i64.load (local.get $within))))
          (then (i64.store (local.get $out) (i64.and (i64.load (local.get $out)) (local.get $kept))))
          (else
        (i64.store (local.get $out)
          (i64.or
            (i64.and (i64.load (local.get $out)) (local.get $kept))
            (i64.and (local.get $selected)
            (i64.or (i64.or (i64.or (i64.extend_i32_u (i8x16.bitmask (i8x16.le_u
              (i8x16.sub (v128.load offset=0 (local.get $at)) (local.get $from))
              (local.get $span))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.le_u
              (i8x16.sub (v128.load offset=16 (local.get $at)) (local.get $from))
              (local.get $span)))) (i64.const 16)))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.le_u
              (i8x16.sub (v128.load offset=32 (local.get $at)) (local.get $from))
              (local.get $span)))) (i64.const 32)))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.le_u
              (i8x16.sub (v128.load offset=48 (local.get $at)) (local.get $from))
              (local.get $span)))) (i64.const 48))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 8)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (br $next))))

  (func (export "between16")
    (param $at i32) (param $rows i32) (param $low i32) (param $high i32)
    (param $within i32) (param $out i32) (param $keep i32)
    (local $row i32)
    (local $kept i64)
    (local $selected i64)
    (local $from v128)
    (local $span v128)
    (local.set $kept (i64.extend_i32_s (local.get $keep)))
    (local.set $from (i16x8.splat (local.get $low)))
    (local.set $span (i16x8.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (if (i64.eqz (local.tee $selected (i64.load (local.get $within))))
          (then (i64.store (local.get $out) (i64.and (i64.load (local.get $out)) (local.get $kept))))
          (else
        (i64.store (local.get $out)
          (i64.or
            (i64.and (i64.load (local.get $out)) (local.get $kept))
            (i64.and (local.get $selected)
            (i64.or (i64.or (i64.or (i64.extend_i32_u (i8x16.bitmask (i8x16.narrow_i16x8_s
              (i16x8.le_u (i16x8.sub (v128.load offset=0 (local.get $at)) (local.get $from)) (local.get $span))
              (i16x8.le_u (i16x8.sub (v128.load offset=16 (local.get $at)) (local.get $from)) (local.get $span)))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.narrow_i16x8_s
              (i16x8.le_u (i16x8.sub (v128.load offset=32 (local.get $at)) (local.get $from)) (local.get $span))
              (i16x8.le_u (i16x8.sub (v128.load offset=48 (local.get $at)) (local.get $from)) (local.get $span))))) (i64.const 16)))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.narrow_i16x8_s
              (i16x8.le_u (i16x8.sub (v128.load offset=64 (local.get $at)) (local.get $from)) (local.get $span))
              (i16x8.le_u (i16x8.sub (v128.load offset=80 (local.get $at)) (local.get $from)) (local.get $span))))) (i64.const 32)))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.narrow_i16x8_s
              (i16x8.le_u (i16x8.sub (v128.load offset=96 (local.get $at)) (local.get $from)) (local.get $span))
              (i16x8.le_u (i16x8.sub (v128.load offset=112 (local.get $at)) (local.get $from)) (local.get $span))))) (i64.const 48))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 8)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (br $next))))

  (func (export "between32")
    (param $at i32) (param $rows i32) (param $low i32) (param $high i32) (param $within i32) (param $out i32) (param $keep i32)
    (local $row i32)
    (local $selected i32)
    (local $from v128)
    (local $span v128)
    (local.set $from (i32x4.splat (local.get $low)))
    (local.set $span (i32x4.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (if (i32.eqz (local.tee $selected (i32.load16_u (local.get $within))))
          (then (i32.store16 (local.get $out) (i32.and (i32.load16_u (local.get $out)) (local.get $keep))))
          (else
        (i32.store16 (local.get $out)
          (i32.or
            (i32.and (i32.load16_u (local.get $out)) (local.get $keep))
            (i32.and (local.get $selected) (i8x16.bitmask (i8x16.narrow_i16x8_s
            (i16x8.narrow_i32x4_s
            (i32x4.le_u (i32x4.sub (v128.load offset=0 (local.get $at)) (local.get $from)) (local.get $span))
            (i32x4.le_u (i32x4.sub (v128.load offset=16 (local.get $at)) (local.get $from)) (local.get $span)))
            (i16x8.narrow_i32x4_s
            (i32x4.le_u (i32x4.sub (v128.load offset=32 (local.get $at)) (local.get $from)) (local.get $span))
            (i32x4.le_u (i32x4.sub (v128.load offset=48 (local.get $at)) (local.get $from)) (local.get $span))))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $next))))

  ;; Tests whether doubles are in [low, high]. Two masks of two lanes are combined to one of four by taking
  ;; half of each lane.
  (func (export "betweenNumbers")
    (param $at i32) (param $rows i32) (param $low f64) (param $high f64)
    (param $within i32) (param $out i32) (param $keep i32)
    (local $row i32)
    (local $selected i32)
    (local $least v128)
    (local $span v128)
    (local $pair v128)
    (local.set $least (f64x2.splat (local.get $low)))
    (local.set $span (f64x2.splat (local.get $high)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (if (i32.eqz (local.tee $selected (i32.load16_u (local.get $within))))
          (then (i32.store16 (local.get $out) (i32.and (i32.load16_u (local.get $out)) (local.get $keep))))
          (else
        (i32.store16 (local.get $out)
          (i32.or
            (i32.and (i32.load16_u (local.get $out)) (local.get $keep))
            (i32.and (local.get $selected) (i8x16.bitmask (i8x16.narrow_i16x8_s
            (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=0 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=16 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span))))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=32 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=48 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))))
            (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=64 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=80 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span))))
            (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=96 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=112 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span))))))))))))
        (local.set $within (i32.add (local.get $within) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $next))))

  ;; Counts codes in [low, high], 64 bytes per iteration. A matching lane has all bits set, which is -1.
  ;; Narrow lanes are summed up before they can overflow.
  (func (export "count8")
    (param $at i32) (param $end i32) (param $low i32) (param $high i32) (result i32)
    (local $from v128)
    (local $span v128)
    (local $part v128)
    (local $sum v128)
    (local $stop i32)
    (local.set $from (i8x16.splat (local.get $low)))
    (local.set $span (i8x16.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $stop (i32.add (local.get $at) (i32.const 4032)))
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (local.set $part (v128.const i64x2 0 0))
        (loop $next
          (local.set $part
            (i8x16.sub (local.get $part) (i8x16.add
            (i8x16.add
              (i8x16.le_u
              (i8x16.sub (v128.load offset=0 (local.get $at)) (local.get $from))
              (local.get $span))
              (i8x16.le_u
              (i8x16.sub (v128.load offset=16 (local.get $at)) (local.get $from))
              (local.get $span)))
            (i8x16.add
              (i8x16.le_u
              (i8x16.sub (v128.load offset=32 (local.get $at)) (local.get $from))
              (local.get $span))
              (i8x16.le_u
              (i8x16.sub (v128.load offset=48 (local.get $at)) (local.get $from))
              (local.get $span))))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $part)))))
        (br $block)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  (func (export "count16")
    (param $at i32) (param $end i32) (param $low i32) (param $high i32) (result i32)
    (local $from v128)
    (local $span v128)
    (local $part v128)
    (local $sum v128)
    (local $stop i32)
    (local.set $from (i16x8.splat (local.get $low)))
    (local.set $span (i16x8.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $stop (i32.add (local.get $at) (i32.const 1048512)))
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (local.set $part (v128.const i64x2 0 0))
        (loop $next
          (local.set $part
            (i16x8.sub (local.get $part) (i16x8.add
            (i16x8.add
              (i16x8.le_u
              (i16x8.sub (v128.load offset=0 (local.get $at)) (local.get $from))
              (local.get $span))
              (i16x8.le_u
              (i16x8.sub (v128.load offset=16 (local.get $at)) (local.get $from))
              (local.get $span)))
            (i16x8.add
              (i16x8.le_u
              (i16x8.sub (v128.load offset=32 (local.get $at)) (local.get $from))
              (local.get $span))
              (i16x8.le_u
              (i16x8.sub (v128.load offset=48 (local.get $at)) (local.get $from))
              (local.get $span))))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_u (local.get $part))))
        (br $block)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  (func (export "count32")
    (param $at i32) (param $end i32) (param $low i32) (param $high i32) (result i32)
    (local $from v128)
    (local $span v128)
    (local $part v128)
    (local $sum v128)
    (local $stop i32)
    (local.set $from (i32x4.splat (local.get $low)))
    (local.set $span (i32x4.splat (i32.sub (local.get $high) (local.get $low))))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $stop (i32.add (local.get $at) (i32.const 1048576)))
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (local.set $part (v128.const i64x2 0 0))
        (loop $next
          (local.set $part
            (i32x4.sub (local.get $part) (i32x4.add
            (i32x4.add
              (i32x4.le_u
              (i32x4.sub (v128.load offset=0 (local.get $at)) (local.get $from))
              (local.get $span))
              (i32x4.le_u
              (i32x4.sub (v128.load offset=16 (local.get $at)) (local.get $from))
              (local.get $span)))
            (i32x4.add
              (i32x4.le_u
              (i32x4.sub (v128.load offset=32 (local.get $at)) (local.get $from))
              (local.get $span))
              (i32x4.le_u
              (i32x4.sub (v128.load offset=48 (local.get $at)) (local.get $from))
              (local.get $span))))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $sum (i32x4.add (local.get $sum) (local.get $part)))
        (br $block)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  (func (export "countNumbers")
    (param $at i32) (param $end i32) (param $low f64) (param $high f64) (result i32)
    (local $least v128)
    (local $span v128)
    (local $pair v128)
    (local $sum v128)
    (local.set $least (f64x2.splat (local.get $low)))
    (local.set $span (f64x2.splat (local.get $high)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum
          (i64x2.sub (local.get $sum)
            (i64x2.add
              (i64x2.add
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=0 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=16 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span))))
              (i64x2.add
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=32 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))
            (v128.and
              (f64x2.ge (local.tee $pair (v128.load offset=48 (local.get $at))) (local.get $least))
              (f64x2.le (local.get $pair) (local.get $span)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (i32.wrap_i64 (i64.add (i64x2.extract_lane 0 (local.get $sum)) (i64x2.extract_lane 1 (local.get $sum)))))

  ;; Looks up one-byte codes in a table of 256 bits: byte i of the first vector has the bits of the codes
  ;; with the low half i and the high halves 0 to 7, the second vector those of 8 to 15.
  (func (export "table8")
    (param $at i32) (param $rows i32) (param $table i32) (param $within i32) (param $out i32)
    (local $row i32)
    (local $codes v128)
    (local $halves v128)
    (local $lower v128)
    (local $upper v128)
    (local.set $halves (i8x16.splat (i32.const 15)))
    (local.set $lower (v128.load (local.get $table)))
    (local.set $upper (v128.load offset=16 (local.get $table)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (i64.store (local.get $out)
          (i64.and (i64.load (local.get $within))
            (i64.or
              (i64.or
                (i64.extend_i32_u (i8x16.bitmask (i8x16.ne
              (v128.and
                (v128.bitselect
                  (i8x16.swizzle (local.get $lower)
                    (v128.and (local.tee $codes (v128.load offset=0 (local.get $at))) (local.get $halves)))
                  (i8x16.swizzle (local.get $upper) (v128.and (local.get $codes) (local.get $halves)))
                  (i8x16.ge_s (local.get $codes) (v128.const i64x2 0 0)))
                (i8x16.swizzle
                  (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128)
                  (i8x16.shr_u (local.get $codes) (i32.const 4))))
              (v128.const i64x2 0 0))))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.ne
              (v128.and
                (v128.bitselect
                  (i8x16.swizzle (local.get $lower)
                    (v128.and (local.tee $codes (v128.load offset=16 (local.get $at))) (local.get $halves)))
                  (i8x16.swizzle (local.get $upper) (v128.and (local.get $codes) (local.get $halves)))
                  (i8x16.ge_s (local.get $codes) (v128.const i64x2 0 0)))
                (i8x16.swizzle
                  (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128)
                  (i8x16.shr_u (local.get $codes) (i32.const 4))))
              (v128.const i64x2 0 0)))) (i64.const 16)))
              (i64.or
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.ne
              (v128.and
                (v128.bitselect
                  (i8x16.swizzle (local.get $lower)
                    (v128.and (local.tee $codes (v128.load offset=32 (local.get $at))) (local.get $halves)))
                  (i8x16.swizzle (local.get $upper) (v128.and (local.get $codes) (local.get $halves)))
                  (i8x16.ge_s (local.get $codes) (v128.const i64x2 0 0)))
                (i8x16.swizzle
                  (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128)
                  (i8x16.shr_u (local.get $codes) (i32.const 4))))
              (v128.const i64x2 0 0)))) (i64.const 32))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.ne
              (v128.and
                (v128.bitselect
                  (i8x16.swizzle (local.get $lower)
                    (v128.and (local.tee $codes (v128.load offset=48 (local.get $at))) (local.get $halves)))
                  (i8x16.swizzle (local.get $upper) (v128.and (local.get $codes) (local.get $halves)))
                  (i8x16.ge_s (local.get $codes) (v128.const i64x2 0 0)))
                (i8x16.swizzle
                  (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128)
                  (i8x16.shr_u (local.get $codes) (i32.const 4))))
              (v128.const i64x2 0 0)))) (i64.const 48))))))
        (local.set $within (i32.add (local.get $within) (i32.const 8)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (br $next))))

  ;; Looks up wider codes one by one; 8 of them fill a byte of the bitmap.
  (func (export "table16")
    (param $at i32) (param $rows i32) (param $table i32) (param $within i32) (param $out i32)
    (local $row i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (i32.store8 (local.get $out)
          (i32.and (i32.load8_u (local.get $within))
            (i32.or (i32.or (i32.or (i32.or (i32.or (i32.or (i32.or (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=0 (local.get $at))))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=2 (local.get $at)))) (i32.const 1)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=4 (local.get $at)))) (i32.const 2)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=6 (local.get $at)))) (i32.const 3)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=8 (local.get $at)))) (i32.const 4)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=10 (local.get $at)))) (i32.const 5)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=12 (local.get $at)))) (i32.const 6)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load16_u offset=14 (local.get $at)))) (i32.const 7)))))
        (local.set $within (i32.add (local.get $within) (i32.const 1)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (br $next))))

  (func (export "table32")
    (param $at i32) (param $rows i32) (param $table i32) (param $within i32) (param $out i32)
    (local $row i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (i32.store8 (local.get $out)
          (i32.and (i32.load8_u (local.get $within))
            (i32.or (i32.or (i32.or (i32.or (i32.or (i32.or (i32.or (i32.load8_u (i32.add (local.get $table) (i32.load offset=0 (local.get $at))))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=4 (local.get $at)))) (i32.const 1)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=8 (local.get $at)))) (i32.const 2)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=12 (local.get $at)))) (i32.const 3)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=16 (local.get $at)))) (i32.const 4)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=20 (local.get $at)))) (i32.const 5)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=24 (local.get $at)))) (i32.const 6)))
            (i32.shl (i32.load8_u (i32.add (local.get $table) (i32.load offset=28 (local.get $at)))) (i32.const 7)))))
        (local.set $within (i32.add (local.get $within) (i32.const 1)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (br $next))))

  (func (export "and") (param $out i32) (param $other i32) (param $end i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (v128.store (local.get $out) (v128.and (v128.load (local.get $out)) (v128.load (local.get $other))))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  (func (export "or") (param $out i32) (param $other i32) (param $end i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (v128.store (local.get $out) (v128.or (v128.load (local.get $out)) (v128.load (local.get $other))))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  (func (export "andNot") (param $out i32) (param $other i32) (param $end i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (v128.store (local.get $out) (v128.andnot (v128.load (local.get $out)) (v128.load (local.get $other))))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  ;; Sets $bytes bytes to zero. In shared memory, `fill` of JavaScript takes six times as long.
  (func (export "clear") (param $at i32) (param $bytes i32)
    (memory.fill (local.get $at) (i32.const 0) (local.get $bytes)))

  (func (export "popcount") (param $at i32) (param $end i32) (result i32)
    (local $sum v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.extadd_pairwise_i16x8_u
              (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (v128.load (local.get $at)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
