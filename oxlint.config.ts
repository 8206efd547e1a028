import { defineConfig, type OxlintOverride } from "oxlint";

/** What contract/ imports besides its own files: neither the app nor the server, React or Node. */
const OUTSIDE_CONTRACT = [
  "#*/**",
  "../../**",
  "!../../*.ts",
  "**/{src,server}/**",
  "{react,redux,node:,fastify,kysely}*",
  "{react,@reduxjs}/**",
];

/** Only types of the shapes, so that their code never reaches the app. */
const SHAPES_TYPES = { group: ["**/shapes/**"], allowTypeImports: true };

/** Every folder of the app imports those before it (ARCHITECTURE.md). */
const BELOW_FEATURES = ["contract/rules", "lib", "ui", "api", "session", "sync"];

/**
 * The other features that each feature imports, and itself by its alias from its own folders. Those
 * that are not listed import none.
 */
const FEATURES: Record<string, string[]> = {
  activity: ["tasks", "users"],
  audit: ["runs", "teams", "users"],
  auth: [],
  board: [
    "changes",
    "dragging",
    "exports",
    "filters",
    "labels",
    "pickers",
    "runs",
    "selection",
    "taskLine",
    "teams",
    "users",
    "views",
  ],
  bulk: ["jobs", "selection"],
  // The data of the board and the tasks import no other feature.
  changes: ["board/data", "tasks/data", "users"],
  dashboard: ["changes", "users"],
  files: [],
  filters: ["labels", "teams", "users"],
  identities: [],
  imports: ["exports", "jobs", "users"],
  inbox: ["jobs", "users"],
  invitations: ["exports", "teams"],
  jobs: [],
  labels: [],
  myWork: ["board", "changes", "filters", "labels", "pickers", "tasks", "users"],
  pickers: ["changes", "labels", "runs", "tasks/data", "teams", "users"],
  profile: ["exports", "identities"],
  runs: ["exports", "jobs"],
  tasks: [
    "changes",
    "dragging",
    "exports",
    "files",
    "filters",
    "labels",
    "pickers",
    "runs",
    "selection",
    "taskLine",
    "teams",
    "users",
    "views",
  ],
  taskLine: ["labels", "users"],
  teams: ["bulk", "selection", "users"],
  users: ["bulk", "exports", "jobs", "runs", "selection"],
  views: ["exports", "filters"],
};

/** Files that import only contract/ without its folders, and these folders, each by its alias. */
const room = (files: string[], imported: readonly string[]): OxlintOverride => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: [
              "#*/**",
              "../**",
              "!#contract/*.ts",
              "!#contract/shapes/**",
              ...imported.map((folder) => `!#${folder}/**`),
            ],
          },
          SHAPES_TYPES,
        ],
      },
    ],
  },
});

export default defineConfig({
  plugins: [
    "eslint",
    "typescript",
    "unicorn",
    "oxc",
    "import",
    "react",
    "jsx-a11y",
    "promise",
    "jest",
  ],
  categories: { correctness: "error", suspicious: "error", perf: "warn" },
  env: { browser: true, node: true, es2024: true },
  rules: {
    "import/no-cycle": "error",
    "import/no-self-import": "error",
    "import/no-unassigned-import": "off",
    "import/no-named-as-default-member": "off",
    "import/no-named-as-default": "off",
    "react/react-in-jsx-scope": "off",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "react/hooks": "off",
    "react/exhaustive-effect-dependencies": "off",
    "react/no-danger": "error",
    "jsx-a11y/label-has-associated-control": ["error", { controlComponents: ["RowCheckbox"] }],
    "react/button-has-type": "error",
    "react/jsx-key": "error",
    "typescript/no-explicit-any": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-unsafe-type-assertion": "off",
    "eslint/no-console": "error",
    "eslint/no-await-in-loop": "off",
    "oxc/no-async-endpoint-handlers": "off",
    "eslint/no-shadow": "off",
    "eslint/no-underscore-dangle": "off",
    "eslint/eqeqeq": ["error", "always", { null: "ignore" }],
    "eslint/prefer-const": "error",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/no-useless-spread": "error",
    "unicorn/filename-case": "off",
    "promise/always-return": "off",
    "jest/no-disabled-tests": "error",
    "jest/no-focused-tests": "error",
    "jest/no-conditional-expect": "off",
    "jest/no-standalone-expect": "off",
    "jest/valid-title": "off",
    "jest/expect-expect": "off",
    "jest/require-to-throw-message": "off",
    "typescript/consistent-return": "off",
    "typescript/unbound-method": "off",
  },
  overrides: [
    {
      files: ["src/**", "server/**", "contract/**"],
      rules: { "eslint/max-lines-per-function": ["error", { max: 80 }] },
    },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/testing/**"],
      rules: { "eslint/max-lines-per-function": "off" },
    },
    {
      files: ["contract/**"],
      rules: { "no-restricted-imports": ["error", { patterns: OUTSIDE_CONTRACT }] },
    },
    // Rules and shapes import the constants, not the other way round.
    {
      files: ["contract/*.ts"],
      rules: {
        "no-restricted-imports": [
          "error",
          { patterns: [...OUTSIDE_CONTRACT, "./shapes/**", "./rules/**"] },
        ],
      },
    },
    {
      files: ["contract/rules/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          { patterns: [{ group: OUTSIDE_CONTRACT }, SHAPES_TYPES] },
        ],
      },
    },
    room(["server/**"], ["contract", "server"]),
    room(["src/lib/**"], ["contract/rules", "lib"]),
    room(["src/ui/**"], ["contract/rules", "lib", "ui"]),
    // The toasts of calls.
    room(["src/ui/toasts/**"], ["contract/rules", "lib", "ui", "api"]),
    room(["src/api/**"], ["contract/rules", "lib", "api"]),
    room(["src/session/**"], ["contract/rules", "lib", "ui", "api", "session"]),
    room(["src/sync/**"], BELOW_FEATURES),
    room(["src/features/**"], BELOW_FEATURES),
    ...Object.entries(FEATURES).map(([feature, others]) =>
      room(
        [`src/features/${feature}/**`],
        [...BELOW_FEATURES, ...[feature, ...others].map((name) => `features/${name}`)],
      ),
    ),
    room(["src/features/{board,tasks}/data/**"], BELOW_FEATURES),
    room(["src/app/**", "src/*"], [...BELOW_FEATURES, "features", "app"]),
    {
      files: ["src/testing/**", "src/**/*.test.ts", "src/**/*.test.tsx"],
      rules: { "no-restricted-imports": "off" },
    },
    {
      files: ["bin/**", "scripts/**", "bench/**", "e2e/**", "server/main.ts"],
      rules: { "no-console": "off" },
    },
    {
      files: ["e2e/**"],
      rules: {
        "jest/no-done-callback": "off",
        "jest/no-standalone-expect": "off",
        "react/rules-of-hooks": "off",
      },
    },
  ],
  ignorePatterns: ["node_modules", "dist", "data"],
});
