import type { Config } from "jest";

/** These packages ship ES modules only, so Jest has to transform them too. */
const esmOnly = [
  "d3-[a-z-]+",
  "internmap",
  "delaunator",
  "robust-predicates",
  "@nivo",
  "kysely",
  "content-disposition",
  "cookie",
  "eventsource-parser",
  "fuzzysort",
  "openid-client",
  "oauth4webapi",
  "jose",
].join("|");

const shared = {
  globalSetup: "<rootDir>/server/testing/jestSetup.ts",
  transform: {
    "\\.[cm]?[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2024",
          parser: { syntax: "typescript", tsx: true, explicitResourceManagement: true },
          transform: { react: { runtime: "automatic" } },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
} satisfies Config;

/** Tests of PostgreSQL need a server (scripts/test.ts). */
const onPostgres = Boolean(process.env["TEST_DATABASE_URL"]);

/**
 * The server's tests that run on both databases, because their subject depends on the dialect,
 * transactions, locks or notifications. `npm run test:deep` runs all there.
 */
const ON_BOTH_DATABASES = [
  "audit/log",
  "auth/{mergedEntries,registration}",
  "board/changesSince",
  "changes/plans",
  "db/{dataVersion,dialects,upgrade}",
  "copies/*",
  "db/migrations/*",
  "events/bus",
  "export/fullExport",
  "files/files",
  "http/lateRepeats",
  "imports/{importLabels,run,undo}",
  "inbox/{due,reading}",
  "jobs/*",
  "labels/*",
  "oidc/hostileProvider",
  "runs/{runEffects,runEnds,servers,taskRuns,undo}",
  "search/{findTasks,plans}",
  "secrets/*",
  "sessions/{refreshes.attacks,sessions}",
  "tasks/{deletedTasks,etag}",
  "teams/*",
  "testing/{agreement,fuzz}/*",
  "users/*",
  "views/*",
  "webhooks/{deliveries,sender.servers}",
].map((name) => `<rootDir>/server/${name}.test.ts`);

const everyServerTest = ["<rootDir>/{bench,contract,server,scripts}/**/*.test.ts"];

export default {
  // A test often waits for a timer or another process, so a third worker uses the idle time of two cores.
  maxWorkers: 3,
  testSequencer: "<rootDir>/scripts/longestFirst.ts",
  // A generous timeout, not a delay: a busy machine must not fail a test.
  testTimeout: 180_000,
  projects: [
    {
      ...shared,
      displayName: "server",
      testEnvironment: "<rootDir>/server/testing/nodeEnvironment.ts",
      testMatch:
        onPostgres && !process.env["TEST_DEEP"]
          ? [...ON_BOTH_DATABASES, "<rootDir>/server/**/*.postgres.test.ts"]
          : everyServerTest,
      testPathIgnorePatterns: [
        "/node_modules/",
        onPostgres ? "\\.sqlite\\.test\\.ts$" : "\\.postgres\\.test\\.ts$",
      ],
    },
    {
      ...shared,
      displayName: "app",
      testEnvironment: "<rootDir>/src/testing/stubs/browserEnvironment.ts",
      testMatch: ["<rootDir>/src/**/*.test.{ts,tsx}"],
      setupFilesAfterEnv: ["<rootDir>/src/testing/setup.ts"],
      moduleNameMapper: {
        // webpack.config.ts replaces these functions for Formik in the same way.
        "^lodash/(clone|cloneDeep|isPlainObject|toPath)$": "<rootDir>/src/lib/plainValues/$1.ts",
        "^lucide-react$": "<rootDir>/src/testing/stubs/icons.cjs",
        "^react-virtualized-auto-sizer$": "<rootDir>/src/testing/stubs/autoSizer.cjs",
        "\\.module\\.css$": "<rootDir>/src/testing/stubs/cssModule.ts",
        "\\.css$": "<rootDir>/src/testing/stubs/emptyModule.ts",
      },
    },
  ],
} satisfies Config;
