import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles a file of this repository with everything that it imports, as one script for a page. */
export function bundleForPage(file: URL): string {
  const build = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(fileURLToPath(file))}, platform: "browser", logLevel: "silent",
      moduleTypes: { ".css": "empty", ".ttf": "empty" } });
    const { output } = await built.generate({ format: "iife", codeSplitting: false });
    process.stdout.write(output[0].code);`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", build], {
    encoding: "utf8",
    cwd: ROOT,
    maxBuffer: 64 * 1_048_576,
  });
}
