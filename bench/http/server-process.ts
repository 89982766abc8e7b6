import { makeRows } from "../evaluate/rows.ts";
import { EventLoopClock } from "./event-loop-clock.ts";
import { listen, type ServerName } from "./servers.ts";

/** A server in a process of its own. The parent sends `start` and `stop` around each measurement. */

export interface ServerTask {
  readonly server: ServerName;
  readonly rows: number;
}

/** Figures of a server between `start` and `stop`. */
export interface ServerFigures {
  readonly cpuMicroseconds: number;
  /** Longest time in milliseconds between two turns of the event loop. */
  readonly longestBlock: number;
  /** Longest CPU time in milliseconds between two turns, without the time in which other processes had the processor. */
  readonly longestCpuBlock: number;
}

const task = JSON.parse(process.argv[2]!) as ServerTask;
const port = await listen(task.server, makeRows(task.rows));
const clock = new EventLoopClock();
let before = process.cpuUsage();
process.on("message", (message) => {
  if (message === "start") {
    before = process.cpuUsage();
    clock.reset();
  } else {
    const { user, system } = process.cpuUsage(before);
    process.send!({
      cpuMicroseconds: user + system,
      longestBlock: clock.longest,
      longestCpuBlock: clock.longestCpu,
    } satisfies ServerFigures);
  }
});
process.send!({ port });
