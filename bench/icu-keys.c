/*
 * Measures ICU's sort keys: root collation, tertiary strength. Reads strings as UTF-8 lines from stdin. Prints the median
 * of the rounds in nanoseconds of CPU time per UTF-16 code unit, and the version of ICU. See collation.ts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#define MAX_STRINGS 100000
#define ROUNDS 15

static char line[1 << 16];
static UChar *strings[MAX_STRINGS];
static int32_t lengths[MAX_STRINGS];
static uint8_t key[1 << 18];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  UErrorCode error = U_ZERO_ERROR;
  UCollator *root = ucol_open("root", &error);
  if (U_FAILURE(error)) return 1;
  int count = 0;
  long units = 0;
  while (count < MAX_STRINGS && fgets(line, sizeof line, stdin)) {
    int32_t size = (int32_t)strcspn(line, "\n"), length;
    UChar *text = malloc(2 * (size_t)(size + 1));
    error = U_ZERO_ERROR;
    u_strFromUTF8(text, size + 1, &length, line, size, &error);
    if (U_FAILURE(error)) return 1;
    strings[count] = text;
    lengths[count++] = length;
    units += length;
  }
  double times[ROUNDS];
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int i = 0; i < count; i++) ucol_getSortKey(root, strings[i], lengths[i], key, sizeof key);
    times[round] = (now() - start) / units;
  }
  qsort(times, ROUNDS, sizeof(double), order);
  printf("%.3f %s\n", times[ROUNDS / 2], U_ICU_VERSION);
  return 0;
}
