import { existsSync, globSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PAGE_FILES, readPageFiles } from "#server/http/pageFiles.ts";
import type { Row } from "./table.ts";

const DIST = path.join(import.meta.dirname, "../dist");

/**
 * Measures the JavaScript and CSS that each page of the build loads before its content, compressed
 * with Brotli, and the packages in the JavaScript. Packages are compressed separately, so their sum
 * is larger.
 */
export function measureBytes(): [page: string, rows: Row[]][] {
  const everyPage = filesInHtml();
  const pages = Object.entries(readPageFiles(DIST));
  if (pages.length === 0) throw new Error(`dist/ has no ${PAGE_FILES}: run npm run build first`);
  return pages.map(([pattern, files]) => [pattern, rowsOf([...everyPage, ...files])]);
}

/** The number of folders that are shown of each part. */
const SHOWN_FOLDERS = 5;

/** Measures each script of the build, compressed with Brotli, and its largest folders, largest first. */
export function measureParts(): Row[] {
  return globSync("assets/*.js", { cwd: DIST })
    .map((file) => ({ file, bytes: compressedSize(file) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .flatMap(({ file, bytes }) => {
      const folders = largestOf(codeBy([file], folderOf)).slice(0, SHOWN_FOLDERS);
      return [row(path.basename(file), bytes)].concat(folders);
    });
}

/** The files of the build that the HTML references. */
function filesInHtml(): string[] {
  const html = readFileSync(path.join(DIST, "index.html"), "utf8");
  return Array.from(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g), ([, file = ""]) => file);
}

function rowsOf(files: readonly string[]): Row[] {
  const scripts = files.filter((file) => file.endsWith(".js"));
  const styles = files.filter((file) => file.endsWith(".css"));
  return [
    row("JavaScript", sum(scripts.map(compressedSize))),
    ...largestOf(codeBy(scripts, packageOf)),
    row("CSS", sum(styles.map(compressedSize))),
  ];
}

const row = (what: string, bytes: number): Row => ({
  what,
  figure: `${(bytes / 1_000).toFixed(1)} KB`,
  target: "",
});

/** Rows of named code, largest first. */
function largestOf(code: ReadonlyMap<string, string>): Row[] {
  return Array.from(code, ([name, text]) => ({ name, bytes: brotliCompressSync(text).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => row(`  ${name}`, bytes));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

function compressedSize(file: string): number {
  return brotliCompressSync(readFileSync(path.join(DIST, file))).length;
}

/** The code in some scripts by the name for its source, by their source maps. */
function codeBy(
  scripts: readonly string[],
  nameOf: (source: string) => string,
): Map<string, string> {
  const named = new Map<string, string>();
  for (const script of scripts) {
    // A script that only names the classes of style sheets has no map.
    if (!existsSync(path.join(DIST, `${script}.map`))) continue;
    const map = new SourceMap(readMap(script));
    const lines = readFileSync(path.join(DIST, script), "utf8").split("\n");
    for (const [row, line] of lines.entries()) {
      for (let column = 0; column < line.length; column++) {
        const entry = map.findEntry(row, column);
        const name = nameOf("originalSource" in entry ? entry.originalSource : "");
        named.set(name, (named.get(name) ?? "") + line[column]);
      }
    }
  }
  return named;
}

function readMap(script: string): SourceMapPayload {
  return JSON.parse(readFileSync(path.join(DIST, `${script}.map`), "utf8")) as SourceMapPayload;
}

function packageOf(source: string): string {
  const [, name = "taskdeck"] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name;
}

/** A folder of the app such as "src/features/changes", or a package. */
function folderOf(source: string): string {
  const [, folder] = /\.\/((?:src|contract)(?:\/[^/]+){0,2})\/[^/]+$/.exec(source) ?? [];
  const [, nested] = /\.\/((?:src|contract)\/[^/]+\/[^/]+)\//.exec(source) ?? [];
  return nested ?? folder ?? packageOf(source);
}
