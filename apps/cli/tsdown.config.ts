import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { main: "src/main.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  fixedExtension: false,
  outExtensions: () => ({ js: ".js" }),
  dts: false,
  clean: true,
  logLevel: "warn",
});
