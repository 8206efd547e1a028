import type { Compilation, Compiler } from "webpack";
import webpack from "webpack";
import { pagePaths } from "#lib/address/pagePaths.ts";
import { PAGE_FILES, type PageFiles } from "#server/http/pageFiles.ts";
import { pageFiles } from "./chunkFiles.ts";

/**
 * Writes the list of files that each page needs, so that the server can preload them in the page's
 * HTML.
 */
export class PageFilesList {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("PageFilesList", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "PageFilesList", stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const list = JSON.stringify(this.#listOf(compilation));
          compilation.emitAsset(PAGE_FILES, new webpack.sources.RawSource(list));
        },
      );
    });
  }

  #listOf(compilation: Compilation): PageFiles {
    return Object.fromEntries(
      pagePaths.map(([pattern, page]) => {
        return [pattern, pageFiles(compilation, page).map((file) => `/${file}`)];
      }),
    );
  }
}
