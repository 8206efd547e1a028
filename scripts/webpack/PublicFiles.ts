import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import webpack, { type Compiler } from "webpack";

/** Copies a folder's files to the output: icons, the manifest, robots.txt. */
export class PublicFiles {
  readonly #folder: string;
  readonly #except: ReadonlySet<string>;

  /** `except`: files that another plugin handles. */
  constructor(folder: string, except: readonly string[]) {
    this.#folder = folder;
    this.#except = new Set(except);
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("PublicFiles", (compilation) => {
      compilation.contextDependencies.add(this.#folder);
      // Their names have no hashes, so the build's hash includes them.
      compilation.hooks.fullHash.tap("PublicFiles", (hash) => {
        for (const name of this.#names()) hash.update(readFileSync(path.join(this.#folder, name)));
      });
      compilation.hooks.processAssets.tap(
        { name: "PublicFiles", stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          for (const name of this.#names()) {
            const content = readFileSync(path.join(this.#folder, name));
            compilation.emitAsset(name, new webpack.sources.RawSource(content));
          }
        },
      );
    });
  }

  #names(): string[] {
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(this.#folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
      )
      .filter((name) => !this.#except.has(name));
  }
}
