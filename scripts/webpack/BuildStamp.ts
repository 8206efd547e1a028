import type { Compiler } from "webpack";
import webpack from "webpack";
import { STAMP, sourcesHash } from "../commands/buildStamp.ts";

/**
 * Writes the hash of the sources into the build, so that `npm start` knows whether it is stale. The
 * hash is computed when the build starts, so a change during the build makes it stale.
 */
export class BuildStamp {
  readonly #root: string;
  readonly #apiHost: string;

  constructor(root: string, apiHost: string) {
    this.#root = root;
    this.#apiHost = apiHost;
  }

  apply(compiler: Compiler): void {
    let hash = "";
    compiler.hooks.beforeCompile.tap("BuildStamp", () => {
      hash ||= sourcesHash(this.#root, this.#apiHost);
    });
    compiler.hooks.thisCompilation.tap("BuildStamp", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "BuildStamp", stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => compilation.emitAsset(STAMP, new webpack.sources.RawSource(`${hash}\n`)),
      );
    });
  }
}
