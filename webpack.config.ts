import path from "node:path";
import ReactRefreshPlugin from "@pmmmwh/react-refresh-webpack-plugin";
import CompressionPlugin from "compression-webpack-plugin";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MinimizerPlugin from "minimizer-webpack-plugin";
import webpack, { type Chunk, type ChunkGraph, type Configuration, type Module } from "webpack";
import type { Configuration as DevServerConfiguration } from "webpack-dev-server";
import { BuildStamp } from "./scripts/webpack/BuildStamp.ts";
import { budgets, partBudgets } from "./scripts/webpack/budgets.ts";
import { PageBudgets } from "./scripts/webpack/PageBudgets.ts";
import { PageFilesList } from "./scripts/webpack/PageFilesList.ts";
import { PublicFiles } from "./scripts/webpack/PublicFiles.ts";
import { ServiceWorker } from "./scripts/webpack/ServiceWorker.ts";
import { PAGE_FILES } from "./server/http/pageFiles.ts";
import { pagePaths } from "./src/lib/address/pagePaths.ts";

const root = import.meta.dirname;

interface Arguments {
  mode?: "production" | "development";
}

/** Ports of `npm run dev`: the app with hot reload, and the API server it passes calls on to. */
const DEV_PORT = Number(process.env["DEV_PORT"] ?? 3001);
const API_PORT = Number(process.env["PORT"] ?? 3000);

/**
 * Names in CSS Modules are local, except those that the whole app shares: custom properties (the
 * tokens) and the names of containers and grid lines.
 */
const cssModules = {
  parser: {
    namedExports: false,
    dashedIdents: false,
    customIdents: false,
    container: false,
    grid: false,
  },
  generator: (production: boolean) => ({
    exportsConvention: "as-is" as const,
    localIdentName: production ? "[hash:base62:5]" : "[name]-[local]-[hash:base62:4]",
    localIdentHashDigest: "base62",
    esModule: true,
  }),
};

/** The chunks of pages without the layout. */
const GUEST_PAGES: ReadonlySet<string | null | undefined> = new Set([
  "login",
  "register",
  "forgotPassword",
  "link",
]);

/** The chunks of all pages. */
const PAGES: ReadonlySet<unknown> = new Set(pagePaths.map(([, page]) => page));

/** The names of the chunks with a module. */
const chunksOf = (module: Module, graph: ChunkGraph): readonly unknown[] =>
  Array.from(graph.getModuleChunks(module), ({ name }) => name);

/** React Router's package.json names only the development build, which contains warnings. */
const routerForProduction = path.join(root, "node_modules/react-router/dist/production/index.mjs");

/** The function of lucide-react that creates an icon, and the app's, which is 2 kB smaller. */
const lucideIcon = path.join(root, "node_modules/lucide-react/dist/esm/createLucideIcon.mjs");
const ownIcon = path.join(root, "src/ui/button/createIcon.ts");

const reactReduxForDragging = `${path.join(root, "node_modules/react-redux/dist/react-redux.mjs")}?connect`;

/**
 * webpack's own minifier. The cast is needed because the types of the two packages differ slightly.
 */
const cssMinify = webpack.css.cssMinify as unknown as typeof MinimizerPlugin.swcMinifyCss;

/** Whether only signed-in users load a chunk, and not before the app. */
const isSignedIn = (chunk: Chunk): boolean =>
  !chunk.canBeInitial() && chunk.name !== "earlyFilters" && !GUEST_PAGES.has(chunk.name);

/** Formik needs four functions of lodash, for plain values only. lodash's take 4 kB (compressed). */
const plainValues = Object.fromEntries(
  ["clone", "cloneDeep", "isPlainObject", "toPath"].map((name) => [
    `lodash-es/${name}$`,
    path.join(root, `src/lib/plainValues/${name}.ts`),
  ]),
);

export default function configure(
  env: { WEBPACK_SERVE?: boolean } = {},
  { mode = "production" }: Arguments = {},
): Configuration & { devServer: DevServerConfiguration } {
  const production = mode === "production";
  const serving = env.WEBPACK_SERVE === true;
  const apiHost = process.env["API_HOST"] ?? "";

  return {
    mode,
    context: root,
    entry: serving
      ? // There is no early entry, because the dev server's client can't be on a page twice.
        { main: "./src/main.tsx" }
      : {
          // The first script holds webpack's runtime, and the modules that the app uses too.
          early: "./src/early.ts",
          main: { import: "./src/main.tsx", dependOn: "early" },
        },
    target: ["web", "es2022"],
    // Source maps are separate files, never `eval`. In production they explain stack traces, and
    // aren't served.
    devtool: production ? "hidden-source-map" : "cheap-module-source-map",
    output: {
      path: path.join(root, "dist"),
      publicPath: "/",
      filename: production ? "assets/[name].[contenthash:8].js" : "assets/[name].js",
      chunkFilename: production ? "assets/[name].[contenthash:8].js" : "assets/[name].js",
      cssFilename: production ? "assets/[name].[contenthash:8].css" : "assets/[name].css",
      cssChunkFilename: production ? "assets/[name].[contenthash:8].css" : "assets/[name].css",
      assetModuleFilename: "assets/[name].[contenthash:8][ext]",
      clean: true,
      // The server's Content-Security-Policy allows this Trusted Types policy.
      trustedTypes: { policyName: "taskdeck" },
    },
    resolve: {
      extensions: [".ts", ".tsx", ".mjs", ".js"],
      alias: {
        ...plainValues,
        ...(production && { "react-router$": routerForProduction, [lucideIcon]: ownIcon }),
      },
    },
    module: {
      parser: { "css/module": cssModules.parser, "css/auto": cssModules.parser },
      generator: {
        "css/module": cssModules.generator(production),
        "css/auto": cssModules.generator(production),
      },
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: "swc-loader",
          options: {
            jsc: {
              target: "es2022",
              parser: { syntax: "typescript", tsx: true },
              transform: {
                react: { runtime: "automatic", development: !production, refresh: serving },
              },
            },
          },
        },
        { test: /\.(svg|png|woff2)$/, type: "asset" },
        {
          // Formik's components need these two, but the app uses only its hook.
          test: /[\\/]node_modules[\\/](?:hoist-non-react-statics|react-is)[\\/]/,
          sideEffects: false,
        },
        {
          // Only drag and drop uses `connect`. It gets its own copy of React Redux, which shares the
          // store's context, so that the pages don't load that function.
          test: /[\\/]node_modules[\\/]react-beautiful-dnd[\\/]/,
          resolve: { alias: { "react-redux$": reactReduxForDragging } },
        },
        {
          // turndown tries to parse HTML when it loads, which Trusted Types report. It gets parsed HTML only.
          test: /[\\/]node_modules[\\/]turndown[\\/]/,
          loader: "swc-loader",
          options: {
            jsc: {
              target: "es2022",
              transform: { optimizer: { globals: { typeofs: { window: "undefined" } } } },
            },
          },
        },
        ...(production
          ? [
              {
                test: /[\\/]node_modules[\\/](?:react-router|formik|lucide-react)[\\/]/,
                loader: path.join(root, "scripts/webpack/pureLoader.ts"),
              },
            ]
          : []),
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ "process.env.API_HOST": JSON.stringify(apiHost) }),
      new HtmlWebpackPlugin({
        template: "public/index.html",
        // The template inserts the files itself.
        inject: false,
        chunks: ["main"],
        minify: false,
      }),
      new PublicFiles(path.join(root, "public"), ["index.html"]),
      ...(serving ? [new ReactRefreshPlugin({ overlay: false })] : []),
      ...(production
        ? [
            ...(["gzip", "brotliCompress"] as const).map(
              (algorithm) =>
                new CompressionPlugin({
                  algorithm,
                  filename: algorithm === "gzip" ? "[path][base].gz" : "[path][base].br",
                  test: /\.(js|css|svg|json|webmanifest)$/,
                  exclude: PAGE_FILES,
                  threshold: 1024,
                }),
            ),
            new webpack.ids.DeterministicModuleIdsPlugin({ maxLength: 4, fixedLength: true }),
            // Chromium compiles these scripts while they arrive, and not when they run.
            new webpack.BannerPlugin({
              banner: "//# allFunctionsCalledOnLoad",
              raw: true,
              include: /assets\/(?:vendor|main|signed-in|board)\..*js$/,
              stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
            }),
            new PageFilesList(),
            new PageBudgets(budgets, partBudgets),
            new ServiceWorker(path.join(root, "src/serviceWorker/serviceWorker.ts")),
            new BuildStamp(root, apiHost),
          ]
        : []),
    ],
    optimization: {
      // Exports get names of one letter and modules ids of four digits, because longer names hardly
      // compress.
      mangleExports: production && "size",
      ...(production && { moduleIds: false }),
      runtimeChunk: serving ? "single" : false,
      splitChunks: {
        // The user's work has copies of what it shares with the board, whose file stays whole.
        // So has the first script, which must load nothing of the layout, and no style sheet before the main one.
        chunks: ({ name }) => !["early", "earlyFilters", "myWork"].includes(name ?? ""),
        // Smaller shared chunks cost a page more bytes than copies do.
        minSize: 24_000,
        // As few files as there are reasons to load. Pages have copies of small modules that they share.
        maxAsyncRequests: 3,
        cacheGroups: {
          // The packages that every page needs change only with the lock file, so they stay cached.
          vendor: {
            test: /[\\/]node_modules[\\/]/,
            chunks: (chunk) => chunk.name !== "early" && chunk.canBeInitial(),
            name: "vendor",
            priority: 10,
          },
          // Pages of signed-in users share the layout's modules instead of having copies. They also share
          // those of the part that sends changes, so that no page waits for that part.
          layout: {
            test: (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) => {
              const names = chunksOf(module, chunkGraph);
              return (
                names.includes("layout") ||
                (names.includes("changes") && names.some((name) => PAGES.has(name)))
              );
            },
            chunks: isSignedIn,
            name: "signed-in",
            priority: 5,
            enforce: true,
          },
          // The forms use what sends changes.
          changes: {
            test: (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
              chunksOf(module, chunkGraph).includes("changes"),
            chunks: isSignedIn,
            name: "sending",
            priority: 4,
            enforce: true,
          },
        },
      },
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { compress: { passes: 3 }, mangle: true },
        }),
        new MinimizerPlugin({ test: /\.css$/, minify: cssMinify }),
      ],
    },
    experiments: { css: true },
    performance: { hints: false },
    // Pages import parts of src/ui in different orders. The order of these styles doesn't matter.
    ignoreWarnings: [/Conflicting order between css/],
    // With names of one letter, one more export of a module can rename the others. Modules from the cache
    // would still use the old names, and call another function.
    cache: !production && {
      type: "filesystem",
      name: `${mode}${serving ? "-serving" : ""}`,
      buildDependencies: { config: [import.meta.filename] },
    },
    infrastructureLogging: { level: "warn" },
    stats: "errors-warnings",
    devServer: {
      host: "127.0.0.1",
      port: DEV_PORT,
      hot: true,
      static: false,
      historyApiFallback: true,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
      proxy: [{ context: ["/api"], target: `http://127.0.0.1:${API_PORT}` }],
    },
  };
}
