/* Bundles the example of a framework for a page: `node bundle.js <input>`. Vue, Svelte and Solid compile their files themselves. */
import { transformSync } from "@babel/core";
import solid from "babel-preset-solid";
import { rolldown } from "rolldown";
import { compile } from "svelte/compiler";
import ts from "typescript";
import { compileScript, parse } from "vue/compiler-sfc";

const withoutTypes = (code, fileName) =>
  ts.transpileModule(code, {
    fileName,
    compilerOptions: { target: "esnext", module: "esnext", jsx: "preserve", verbatimModuleSyntax: true },
  }).outputText;

const isCustomElement = (name) => name === "tamis-filter";

function transform(code, id) {
  if (id.endsWith(".svelte"))
    return { code: compile(code, { generate: "client" }).js.code, moduleType: "js" };
  if (id.endsWith(".vue")) {
    const { descriptor } = parse(code);
    const options = {
      id: "app",
      inlineTemplate: true,
      templateOptions: { compilerOptions: { isCustomElement } },
    };
    return { code: withoutTypes(compileScript(descriptor, options).content, "app.ts"), moduleType: "js" };
  }
  if (!id.endsWith("solid.tsx")) return undefined;
  const { code: compiled } = transformSync(withoutTypes(code, id), {
    presets: [solid],
    babelrc: false,
    configFile: false,
  });
  return { code: compiled, moduleType: "js" };
}

const built = await rolldown({
  input: process.argv[2],
  platform: "browser",
  logLevel: "silent",
  resolve: { conditionNames: ["browser", "import"] },
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  plugins: [{ name: "frameworks", transform }],
});
const { output } = await built.generate({ format: "iife", minify: true, codeSplitting: false });
process.stdout.write(output[0].code);
