import { execFileSync } from "node:child_process";
import { compareSamples, requireEqual, type Measured } from "../harness.ts";

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
 * is doing. The first contestant is the reference.
 * @throws Error if the results of a round differ, or if a process fails
 */
export async function compareProcesses(
  contestants: readonly ProcessContestant[],
  rounds: number,
): Promise<Measured[]> {
  const results = new Map<number, number>();
  const sampled = contestants.map(({ name, command, result }) => ({
    name,
    sample: (round: number) => {
      const { milliseconds, output } = cpuTime(command(round));
      const found = result?.(output);
      if (found !== undefined) requireEqual(`${name}, round ${round}`, results.get(round) ?? found, found);
      if (found !== undefined) results.set(round, found);
      return milliseconds;
    },
  }));
  // The first samples fill caches of files and of compiled code.
  for (const { sample } of sampled) sample(-1);
  return compareSamples(sampled, { rounds });
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
