import type { Compiler } from "webpack";
import webpack from "webpack";
import { STAMP, sourcesHash } from "../buildStamp.ts";

/**
 * Writes down which sources a build was made from, so that a start knows whether it is stale.
 * The sources are read when the build begins: what changes while it runs makes it stale.
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
