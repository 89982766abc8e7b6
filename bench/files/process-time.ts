import { execFileSync } from "node:child_process";
import { spread, type Measured } from "../harness.ts";

/** Command line of a process that is measured. */
export interface ProcessContestant {
  readonly name: string;
  /** Returns the program and its arguments. They contain the number of the round, so that no result can be cached. */
  readonly command: (round: number) => readonly string[];
  /** Returns what the process has found, for comparison with the others. */
  readonly result?: (output: string) => number;
}

/**
 * Measures the CPU time of processes, in all their threads. In contrast to real time, it hardly depends on what else the machine
 * is doing. Every round runs each contestant once; ratios compare times of the same round. The first is the reference.
 * @throws Error if the results of a round differ, or if a process fails
 */
export function compareProcesses(contestants: readonly ProcessContestant[], rounds: number): Measured[] {
  const samples = contestants.map((): number[] => []);
  // The first round fills caches of files and of compiled code.
  for (let round = -1; round < rounds; round++) {
    const found = contestants.map(({ command, result }, i) => {
      const { milliseconds, output } = cpuTime(command(round));
      if (round >= 0) samples[i]!.push(milliseconds);
      return result?.(output);
    });
    const different = found.findIndex((each) => each !== undefined && each !== found[0]);
    if (different > 0)
      throw new Error(
        `${contestants[different]!.name}: expected result ${String(found[0])}, got ${String(found[different])}`,
      );
  }
  return contestants.map(({ name }, i) => ({
    name,
    milliseconds: spread(samples[i]!),
    ratio: spread(samples[i]!.map((value, round) => value / samples[0]![round]!)),
  }));
}

/** The `time` of bash prints user and system time of a process and its children, to the millisecond. */
const SCRIPT = `TIMEFORMAT='%U %S'; { time "$@" 2>&3; } 3>/dev/null`;

function cpuTime(command: readonly string[]): { readonly milliseconds: number; readonly output: string } {
  const script = `${SCRIPT} 2>&1`;
  const text = execFileSync("bash", ["-c", script, "bash", ...command], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, LC_ALL: "C" },
  }).trimEnd();
  const start = text.lastIndexOf("\n") + 1;
  const [user = NaN, system = NaN] = text.slice(start).split(" ").map(Number);
  return { milliseconds: (user + system) * 1000, output: text.slice(0, start).trim() };
}
