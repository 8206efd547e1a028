import type { Compilation, Compiler } from "webpack";
import webpack from "webpack";
import { pagePaths } from "#app/pagePaths.ts";
import { PAGE_FILES, type PageFiles } from "#server/http/pageFiles.ts";
import { filesOf } from "./chunkFiles.ts";

/** Writes down which files each page needs, so that the server can name them in the page's HTML. */
export class PageFilesList {
  /** Name of the entry whose files the HTML names anyway. */
  readonly #entry: string;

  constructor(entry: string) {
    this.#entry = entry;
  }

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
    const everyPage = new Set(filesOf(compilation, this.#entry));
    return Object.fromEntries(
      pagePaths.map(([pattern, page]) => {
        const own = filesOf(compilation, page).filter((file) => !everyPage.has(file));
        return [pattern, own.map((file) => `/${file}`)];
      }),
    );
  }
}
