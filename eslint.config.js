import tseslint from "typescript-eslint";

/** `in` and `for … in` find properties of a polluted `Object.prototype`. */
const OWN_PROPERTIES_ONLY = [
  { selector: "BinaryExpression[operator='in']", message: "Use hasOwn or hasMember." },
  { selector: "ForInStatement", message: "Use Object.keys or Object.entries." },
  {
    selector: "NewExpression[callee.object.name='Intl'] > ObjectExpression.arguments",
    message: "Intl reads inherited options. Use ownProperties({ … }).",
  },
];

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "docs/**",
      "**/node_modules/**",
      "bench/results/**",
      "grammars/tamis-tokens.js",
      // AssemblyScript: its compiler checks the types.
      "assembly/**",
      // Types of frameworks that are not installed here. test/element/frameworks compiles them.
      "src/element/frameworks/**",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            "eslint.config.js",
            "bin/tamis.cjs",
            "scripts/site/.vitepress/theme/index.js",
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // `return f();` in a function without a value ends it early, and says so in one line.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // Code points are what the language counts in.
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["src/**"],
    ignores: ["src/engine/store/collections/load-collection.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...OWN_PROPERTIES_ONLY],
    },
  },
  {
    // Each new function object of a generator makes a hidden class on its first call, and keeps the variables around it.
    files: ["src/engine/store/**"],
    ignores: ["src/engine/store/file/**", "src/engine/store/collections/load-collection.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...OWN_PROPERTIES_ONLY,
        {
          selector:
            ":function FunctionDeclaration[generator=true], :not(MethodDefinition) > FunctionExpression[generator=true]",
          message: "Declare generator functions of tasks in the module or in a class.",
        },
      ],
    },
  },
  {
    files: ["**/*.js", "bin/*.cjs"],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: ["bin/*.cjs"],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["test/**", "apps/*/test/**", "bench/**", "scripts/**"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
