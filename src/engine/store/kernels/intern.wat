;; Looks texts up by their bytes: the kernel `intern` of `intern.ts`, in a module of its own, because there are platforms
;; that make no module of more than 4 KB at once.
(module
  (import "memory" "memory" (memory 0))

  ;; Where a text of so many UTF-16 units ends; all bits of $replaced are set where U+FFFD is in it.
  (global $replaced (mut i32) (i32.const 0))
  (func $endOf (param $at i32) (param $units i32) (result i32)
    (local $byte i32)
    (block $done
      (loop $next
        ;; Eight letters of ASCII at once.
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
        ;; Two units.
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $units (i32.sub (local.get $units) (i32.const 1)))
        (br $next)))
    (local.get $at))

  ;; The next bytes of a text, as many as there are of eight; the others are zero.
  (func $part (param $at i32) (param $left i32) (result i64)
    (if (result i64) (i32.ge_u (local.get $left) (i32.const 8))
      (then (i64.load (local.get $at)))
      (else
        (i64.and
          (i64.load (local.get $at))
          (i64.sub
            (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $left) (i32.const 3))))
            (i64.const 1))))))

  ;; The place of each of some texts among all that came before, new ones behind them.
  (func (export "intern")
    (param $at i32) (param $units i32) (param $found i32) (param $count i32)
    (param $slots i32) (param $mask i32) (param $entries i32) (param $texts i32) (param $places i32)
    (result i32)
    (local $end i32)
    (local $byte i32)
    (local $hash i64)
    (local $slot i32)
    (local $place i32)
    (local $entry i32)
    (local $other i32)
    (block $done
      (loop $text
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $place (i32.const 0))
        (if (i32.eq (local.tee $end (i32.load (local.get $units))) (i32.const -1))
          (then (local.set $end (local.get $at)))
          (else
            (global.set $replaced (i32.const 0))
            (local.set $end (call $endOf (local.get $at) (local.get $end)))
            (if (global.get $replaced)
              (then (local.set $place (i32.const -1)))
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
                          (local.tee $place
                            (i32.load
                              (i32.add (local.get $slots) (i32.shl (local.get $slot) (i32.const 2)))))))
                      (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
                      (local.set $entry
                        (i32.add (local.get $entries) (i32.shl (local.get $place) (i32.const 3))))
                      (br_if $probe
                        (i32.ne (i32.load (local.get $entry)) (i32.wrap_i64 (local.get $hash))))
                      (br_if $probe
                        (i32.ne
                          (i32.sub (i32.load offset=12 (local.get $entry)) (i32.load offset=4 (local.get $entry)))
                          (i32.sub (local.get $end) (local.get $at))))
                      (local.set $other
                        (i32.add (local.get $texts) (i32.load offset=4 (local.get $entry))))
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
                    (local.tee $place (local.get $places)))
                  (local.set $places (i32.add (local.get $places) (i32.const 1)))
                  (local.set $entry
                    (i32.add (local.get $entries) (i32.shl (local.get $place) (i32.const 3))))
                  (i32.store (local.get $entry) (i32.wrap_i64 (local.get $hash)))
                  (i32.store offset=12
                    (local.get $entry)
                    (i32.add
                      (i32.load offset=4 (local.get $entry))
                      (i32.sub (local.get $end) (local.get $at))))
                  (local.set $other
                    (i32.add (local.get $texts) (i32.load offset=4 (local.get $entry))))
                  (local.set $byte (local.get $at))
                  ;; What is written beyond the end is written over by the next one.
                  (block $copied
                    (loop $copy
                      (br_if $copied (i32.ge_u (local.get $byte) (local.get $end)))
                      (i64.store (local.get $other) (i64.load (local.get $byte)))
                      (local.set $byte (i32.add (local.get $byte) (i32.const 8)))
                      (local.set $other (i32.add (local.get $other) (i32.const 8)))
                      (br $copy))))))))
        (i32.store (local.get $found) (local.get $place))
        (local.set $found (i32.add (local.get $found) (i32.const 4)))
        (local.set $units (i32.add (local.get $units) (i32.const 4)))
        (local.set $at (i32.add (local.get $end) (i32.const 1)))
        (br $text)))
    (local.get $places))
)
