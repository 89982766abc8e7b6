import { fileURLToPath } from "node:url";
import { mergeConfig } from "vitest/config";
import config from "../../vitest.config.ts";

export default mergeConfig(config, {
  root: fileURLToPath(new URL("../../", import.meta.url)),
  test: { setupFiles: ["scripts/mutations/test-file.ts"] },
});
