;; Kernel `intern`: looks strings up by their bytes. Same results as `intern.ts`. It is a module of its own,
;; because some platforms refuse to compile modules of more than 4 KB synchronously.
(module
  (import "memory" "memory" (memory 0 65536))

  ;; Returns the end address of a string of $units UTF-16 units. Sets all bits of $replaced if the string
  ;; contains U+FFFD.
  (global $replaced (mut i32) (i32.const 0))
  (func $endOf (param $at i32) (param $units i32) (result i32)
    (local $byte i32)
    (block $done
      (loop $next
        ;; 8 ASCII bytes at once.
        (if (i32.and
              (i32.ge_u (local.get $units) (i32.const 8))
              (i64.eqz (i64.and (i64.load (local.get $at)) (i64.const 0x8080808080808080))))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (local.set $units (i32.sub (local.get $units) (i32.const 8)))
            (br $next)))
        (br_if $done (i32.eqz (local.get $units)))
        (local.set $units (i32.sub (local.get $units) (i32.const 1)))
        (if (i32.lt_u (local.tee $byte (i32.load8_u (local.get $at))) (i32.const 0x80))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $next)))
        (if (i32.lt_u (local.get $byte) (i32.const 0xe0))
          (then (local.set $at (i32.add (local.get $at) (i32.const 2))) (br $next)))
        (if (i32.lt_u (local.get $byte) (i32.const 0xf0))
          (then
            (if (i32.eq
                  (i32.and (i32.load (local.get $at)) (i32.const 0xffffff))
                  (i32.const 0xbdbfef))
              (then (global.set $replaced (i32.const -1))))
            (local.set $at (i32.add (local.get $at) (i32.const 3)))
            (br $next)))
        ;; A surrogate pair: two units.
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $units (i32.sub (local.get $units) (i32.const 1)))
        (br $next)))
    (local.get $at))

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

  ;; Sets the highest bit of each byte that is zero in $bytes. Clears all other bits.
  (func $zerosOf (param $bytes i64) (result i64)
    (i64.xor
      (i64.or
        (i64.or
          (i64.add (i64.and (local.get $bytes) (i64.const 0x7f7f7f7f7f7f7f7f)) (i64.const 0x7f7f7f7f7f7f7f7f))
          (local.get $bytes))
        (i64.const 0x7f7f7f7f7f7f7f7f))
      (i64.const -1)))

  ;; Returns the address of the first zero byte from $at on, or $stop.
  (func $zeroFrom (param $at i32) (param $stop i32) (result i32)
    (local $zeros i64)
    (block $found
      (loop $next
        (if (i32.ge_u (local.get $at) (local.get $stop)) (then (return (local.get $stop))))
        (br_if $found (i64.ne (local.tee $zeros (call $zerosOf (i64.load (local.get $at)))) (i64.const 0)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next)))
    (local.set $at
      (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $zeros)) (i64.const 3)))))
    (select (local.get $at) (local.get $stop) (i32.lt_u (local.get $at) (local.get $stop))))

  ;; Returns the number of zero bytes from $at on, before $stop.
  (func $countZeros (param $at i32) (param $stop i32) (result i32)
    (local $count i64)
    (block $done
      (loop $next
        (br_if $done (i32.gt_u (i32.add (local.get $at) (i32.const 8)) (local.get $stop)))
        (local.set $count
          (i64.add (local.get $count) (i64.popcnt (call $zerosOf (i64.load (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next)))
    ;; $part replaces the bytes from $stop on by zeros, which are subtracted.
    (i32.sub
      (i32.wrap_i64
        (i64.add
          (local.get $count)
          (i64.popcnt
            (call $zerosOf (call $part (local.get $at) (i32.sub (local.get $stop) (local.get $at)))))))
      (i32.sub (i32.const 8) (i32.sub (local.get $stop) (local.get $at)))))

  ;; Writes the id of each string to $found. New strings get the next ids. If $stop is not 0, it is the end of
  ;; the bytes, and no string contains U+FFFD. Strings then end at zero bytes, unless they contain any.
  (func (export "intern")
    (param $at i32) (param $stop i32) (param $units i32) (param $found i32) (param $count i32)
    (param $slots i32) (param $mask i32) (param $entries i32) (param $bytes i32) (param $ids i32)
    (result i32)
    (local $end i32)
    (local $byte i32)
    (local $hash i64)
    (local $slot i32)
    (local $id i32)
    (local $entry i32)
    (local $other i32)
    (if (local.get $stop)
      (then
        (if (i32.ne
              (call $countZeros (local.get $at) (local.get $stop))
              (i32.sub (local.get $count) (i32.const 1)))
          (then (local.set $stop (i32.const 0))))))
    (block $done
      (loop $string
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $id (i32.const 0))
        (if (i32.eq (local.tee $end (i32.load (local.get $units))) (i32.const -1))
          (then (local.set $end (local.get $at)))
          (else
            (global.set $replaced (i32.const 0))
            (local.set $end
              (if (result i32) (local.get $stop)
                (then (call $zeroFrom (local.get $at) (local.get $stop)))
                (else (call $endOf (local.get $at) (local.get $end)))))
            (if (global.get $replaced)
              (then (local.set $id (i32.const -1)))
              (else
                (local.set $hash (i64.const 0x9e3779b97f4a7c15))
                (local.set $byte (local.get $at))
                (block $hashed
                  (loop $more
                    (br_if $hashed (i32.ge_u (local.get $byte) (local.get $end)))
                    (local.set $hash
                      (i64.mul
                        (i64.xor
                          (local.get $hash)
                          (call $part
                            (local.get $byte)
                            (i32.sub (local.get $end) (local.get $byte))))
                        (i64.const 0xff51afd7ed558ccd)))
                    (local.set $hash
                      (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
                    (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
                    (br $more)))
                (local.set $slot (i32.wrap_i64 (local.get $hash)))
                (block $known
                  (block $new
                    (loop $probe
                      (local.set $slot (i32.and (local.get $slot) (local.get $mask)))
                      (br_if $new
                        (i32.eqz
                          (local.tee $id
                            (i32.load
                              (i32.add (local.get $slots) (i32.shl (local.get $slot) (i32.const 2)))))))
                      (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
                      (local.set $entry
                        (i32.add (local.get $entries) (i32.shl (local.get $id) (i32.const 3))))
                      (br_if $probe
                        (i32.ne (i32.load (local.get $entry)) (i32.wrap_i64 (local.get $hash))))
                      (br_if $probe
                        (i32.ne
                          (i32.sub (i32.load offset=12 (local.get $entry)) (i32.load offset=4 (local.get $entry)))
                          (i32.sub (local.get $end) (local.get $at))))
                      (local.set $other
                        (i32.add (local.get $bytes) (i32.load offset=4 (local.get $entry))))
                      (local.set $byte (local.get $at))
                      (loop $same
                        (br_if $known (i32.ge_u (local.get $byte) (local.get $end)))
                        (br_if $probe
                          (i64.ne
                            (call $part
                              (local.get $byte)
                              (i32.sub (local.get $end) (local.get $byte)))
                            (call $part
                              (local.get $other)
                              (i32.sub (local.get $end) (local.get $byte)))))
                        (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
                        (local.set $other (i32.add (local.get $other) (i32.const 8)))
                        (br $same))))
                  (i32.store
                    (i32.add (local.get $slots) (i32.shl (local.get $slot) (i32.const 2)))
                    (local.tee $id (local.get $ids)))
                  (local.set $ids (i32.add (local.get $ids) (i32.const 1)))
                  (local.set $entry
                    (i32.add (local.get $entries) (i32.shl (local.get $id) (i32.const 3))))
                  (i32.store (local.get $entry) (i32.wrap_i64 (local.get $hash)))
                  (i32.store offset=12
                    (local.get $entry)
                    (i32.add
                      (i32.load offset=4 (local.get $entry))
                      (i32.sub (local.get $end) (local.get $at))))
                  (local.set $other
                    (i32.add (local.get $bytes) (i32.load offset=4 (local.get $entry))))
                  (local.set $byte (local.get $at))
                  ;; Bytes written beyond the end are overwritten by the next string.
                  (block $copied
                    (loop $copy
                      (br_if $copied (i32.ge_u (local.get $byte) (local.get $end)))
                      (i64.store (local.get $other) (i64.load (local.get $byte)))
                      (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
                      (local.set $other (i32.add (local.get $other) (i32.const 8)))
                      (br $copy))))))))
        (i32.store (local.get $found) (local.get $id))
        (local.set $found (i32.add (local.get $found) (i32.const 4)))
        (local.set $units (i32.add (local.get $units) (i32.const 4)))
        (local.set $at (i32.add (local.get $end) (i32.const 1)))
        (br $string)))
    (local.get $ids))
)
