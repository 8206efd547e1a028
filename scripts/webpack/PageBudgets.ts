import { brotliCompressSync } from "node:zlib";
import webpack, { type Compilation, type Compiler } from "webpack";
import { pagePaths } from "#lib/address/pagePaths.ts";
import { commonFiles, pageFiles } from "./chunkFiles.ts";

/** Compressed bytes (Brotli) that a page may load before its content. */
export interface Budget {
  js: number;
  css: number;
}

/**
 * Warns if a page loads more than its budget before its content, or if a part is larger than its own; a
 * build with `--strict` then fails.
 */
export class PageBudgets {
  readonly #budgets: Readonly<Record<string, Budget>>;
  readonly #parts: Readonly<Record<string, number>>;

  /**
   * @param budgets the budget of each page, by the page's address
   * @param parts the compressed bytes of JavaScript that each part may have, by the chunk's name
   */
  constructor(
    budgets: Readonly<Record<string, Budget>>,
    parts: Readonly<Record<string, number>> = {},
  ) {
    this.#budgets = budgets;
    this.#parts = parts;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("PageBudgets", (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: "PageBudgets", stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          for (const message of [
            ...this.#excesses(compilation),
            ...this.#largeParts(compilation),
          ]) {
            compilation.warnings.push(new webpack.WebpackError(message));
          }
        },
      );
    });
  }

  #excesses(compilation: Compilation): string[] {
    return pagePaths.flatMap(([pattern, page]) => {
      const budget = this.#budgets[pattern];
      if (!budget) return [`${pattern} has no budget in scripts/webpack/budgets.ts.`];
      const files = [...commonFiles(compilation), ...pageFiles(compilation, page)];
      return [
        excess(compilation, pattern, "JavaScript", budget.js, files, ".js"),
        excess(compilation, pattern, "CSS", budget.css, files, ".css"),
      ].filter((message) => message !== null);
    });
  }

  #largeParts(compilation: Compilation): string[] {
    const chunks = new Map(Array.from(compilation.chunks, (chunk) => [chunk.name, chunk]));
    return Object.entries(this.#parts).flatMap(([name, budget]) => {
      const chunk = chunks.get(name);
      if (!chunk) return [`No part has the name ${name}, which has a budget.`];
      const bytes = sizeOfAll(compilation, chunk.files, ".js");
      if (bytes <= budget) return [];
      return [
        `The part ${name} has ${bytes} bytes of JavaScript (Brotli); its budget is ${budget}. ` +
          "`npm run bench bytes` shows its folders.",
      ];
    });
  }
}

function excess(
  compilation: Compilation,
  pattern: string,
  what: string,
  budget: number,
  files: readonly string[],
  extension: string,
): string | null {
  const bytes = sizeOfAll(compilation, files, extension);
  if (bytes <= budget) return null;
  return (
    `${pattern} loads ${bytes} bytes of ${what} (Brotli) before its content; ` +
    `its budget is ${budget}. Load what it needs later with lazyPart or loadCode ` +
    "(`npm run bench bytes` shows the packages), or raise the budget in scripts/webpack/budgets.ts."
  );
}

function sizeOfAll(compilation: Compilation, files: Iterable<string>, extension: string): number {
  let bytes = 0;
  for (const file of files) if (file.endsWith(extension)) bytes += sizeOf(compilation, file);
  return bytes;
}

function sizeOf(compilation: Compilation, file: string): number {
  const source = compilation.getAsset(`${file}.br`)?.source;
  if (source) return source.size();
  // Small files have no compressed copy.
  return brotliCompressSync(compilation.getAsset(file)?.source.buffer() ?? "").length;
}
