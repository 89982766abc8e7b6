/**
 * Moves numbers so that the number at index `n` is the one that a sort would put there: no earlier number is higher, and no later
 * one lower. Takes linear time, while a sort takes `n log n`. The numbers must not be NaN.
 */
export function selectNth(numbers: Float64Array, n: number): number {
  let first = 0;
  let last = numbers.length - 1;
  // Bad pivots are rare. After many passes, sorting the rest bounds the time.
  for (let passes = 0; last - first > MIN_PARTITIONED; passes++) {
    if (passes === MAX_PASSES) {
      numbers.subarray(first, last + 1).sort();
      return numbers[n]!;
    }
    const pivot = middleOf(numbers[first]!, numbers[(first + last) >>> 1]!, numbers[last]!);
    let low = first;
    let high = last;
    while (low <= high) {
      while (numbers[low]! < pivot) low++;
      while (numbers[high]! > pivot) high--;
      if (low > high) break;
      const number = numbers[low]!;
      numbers[low++] = numbers[high]!;
      numbers[high--] = number;
    }
    if (n <= high) last = high;
    else if (n >= low) first = low;
    else return numbers[n]!;
  }
  for (let at = first + 1; at <= last; at++) {
    const number = numbers[at]!;
    let to = at;
    for (; to > first && numbers[to - 1]! > number; to--) numbers[to] = numbers[to - 1]!;
    numbers[to] = number;
  }
  return numbers[n]!;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

const MAX_PASSES = 48;
const MIN_PARTITIONED = 16;
