import { readFileSync } from "node:fs";
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

/** The files of the build that the HTML references. */
function filesInHtml(): string[] {
  const html = readFileSync(path.join(DIST, "index.html"), "utf8");
  return Array.from(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g), ([, file = ""]) => file);
}

function rowsOf(files: readonly string[]): Row[] {
  const scripts = files.filter((file) => file.endsWith(".js"));
  const styles = files.filter((file) => file.endsWith(".css"));
  const packages = Array.from(codeByPackage(scripts), ([name, code]) => ({
    what: `  ${name}`,
    bytes: brotliCompressSync(code).length,
  })).toSorted((a, b) => b.bytes - a.bytes);
  return [
    { what: "JavaScript", bytes: sum(scripts.map(compressedSize)) },
    ...packages,
    { what: "CSS", bytes: sum(styles.map(compressedSize)) },
  ].map(({ what, bytes }) => ({ what, figure: `${(bytes / 1_000).toFixed(1)} KB`, target: "" }));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

function compressedSize(file: string): number {
  return brotliCompressSync(readFileSync(path.join(DIST, file))).length;
}

/** The code of each package in some scripts, by their source maps. */
function codeByPackage(scripts: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  for (const script of scripts) {
    const map = new SourceMap(readMap(script));
    const lines = readFileSync(path.join(DIST, script), "utf8").split("\n");
    for (const [row, line] of lines.entries()) {
      for (let column = 0; column < line.length; column++) {
        const entry = map.findEntry(row, column);
        const name = packageOf("originalSource" in entry ? entry.originalSource : "");
        packages.set(name, (packages.get(name) ?? "") + line[column]);
      }
    }
  }
  return packages;
}

function readMap(script: string): SourceMapPayload {
  return JSON.parse(readFileSync(path.join(DIST, `${script}.map`), "utf8")) as SourceMapPayload;
}

function packageOf(source: string): string {
  const [, name = "taskdeck"] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name;
}
