import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * Processes and threads that tests start share the compiled modules of earlier ones: this halves the time of a start. Node finds the
 * entries by the contents of the modules.
 */
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
