import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/* Builds the site, or runs another command of VitePress on it: `npm run site -- preview`. */

const folder = fileURLToPath(new URL(".", import.meta.url));
const [command = "build"] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [`${folder}node_modules/vitepress/bin/vitepress.js`, command, folder],
  {
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
