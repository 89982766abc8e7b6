import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs `npm audit` and fails if a dependency has a known vulnerability: `node scripts/audit.ts`. Without an answer of the registry
 * it prints a warning and succeeds, so that checks also run without a network.
 */

export type Audit = { readonly kind: "clean" | "vulnerable" | "unknown"; readonly text: string };

/** @param json output of `npm audit --json`, also of a failed run */
export function readAudit(json: string): Audit {
  const report = parsed(json);
  const counts = report?.metadata?.vulnerabilities;
  if (report === undefined || counts === undefined)
    return { kind: "unknown", text: `npm audit got no answer: ${report?.message ?? "no report"}` };
  const names = Object.keys(report.vulnerabilities ?? {});
  if ((counts["total"] ?? 0) === 0 && names.length === 0)
    return { kind: "clean", text: "npm audit found no vulnerability" };
  return { kind: "vulnerable", text: `npm audit found vulnerabilities: ${names.join(", ")}` };
}

interface Report {
  readonly message?: string;
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: object;
}

function parsed(json: string): Report | undefined {
  try {
    return JSON.parse(json) as Report;
  } catch {
    return undefined;
  }
}

/** Returns the output of `npm audit`, which has an exit code other than 0 for vulnerabilities and for failures. */
function runAudit(): string {
  try {
    return execFileSync("npm", ["audit", "--json"], {
      cwd: fileURLToPath(new URL("../", import.meta.url)),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
      shell: process.platform === "win32",
    });
  } catch (error) {
    const { stdout } = error as { readonly stdout?: unknown };
    return typeof stdout === "string" ? stdout : "";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { kind, text } = readAudit(runAudit());
  console.log(text);
  process.exitCode = kind === "vulnerable" ? 1 : 0;
}
