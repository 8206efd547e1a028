import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { transformSync } from "@swc/core";
import webpack, { type Compiler } from "webpack";

/** The files that the app loads. */
const APP_FILES = /^(?!service-worker\.js$).*\.(?:js|css|svg|png|webmanifest)$/;

/** The hash by which a browser checks a file. */
export const integrityOf = (content: Buffer): string =>
  `sha256-${createHash("sha256").update(content).digest("base64")}`;

/** Compiles a service worker. Its script declares `BUILD` and `FILES` before this code. */
export function compileWorker(source: string): string {
  const { code } = transformSync(readFileSync(source, "utf8"), {
    isModule: false,
    minify: true,
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript" },
      minify: { compress: true, mangle: true },
    },
  });
  return code;
}

/**
 * Compiles the service worker, and inserts the build's id and file list. It is not a webpack entry,
 * because its URL must stay the same and it can't use the app's runtime.
 */
export class ServiceWorker {
  readonly #source: string;

  /** `source`: the worker's file. */
  constructor(source: string) {
    this.#source = source;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("ServiceWorker", (compilation) => {
      compilation.fileDependencies.add(this.#source);
      // At this stage all names are final, and files emitted now are still compressed.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: "ServiceWorker", stage }, (assets) => {
        const build = compilation.hash ?? "";
        const files = Object.entries(assets)
          .filter(([name]) => APP_FILES.test(name))
          .map(([name, source]) => `/${name} ${integrityOf(source.buffer())}`);
        const code = `const BUILD=${JSON.stringify(build)},FILES=${JSON.stringify(files)};${compileWorker(this.#source)}`;
        compilation.emitAsset("service-worker.js", new webpack.sources.RawSource(code));
      });
    });
  }
}
