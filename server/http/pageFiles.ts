import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The build's list of the files that each page needs besides those that every page needs. */
export const PAGE_FILES = "page-files.json";

/** Addresses of files by the pattern of the page's address, as `/tasks/:id`. */
export type PageFiles = Readonly<Record<string, readonly string[]>>;

/** Reads the list of a build; empty if the build has none. */
export function readPageFiles(distDir: string): PageFiles {
  const file = join(distDir, PAGE_FILES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PageFiles) : {};
}

/** A path matches as in the app's router: in any case, with or without a slash at its end. */
function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\/$/, "").replace(/:\w+/g, "[^/]+")}/?$`, "i");
}

function toLink(file: string): string {
  const type = file.endsWith(".css") ? "style" : "script";
  return `<link rel="preload" as="${type}" href="${file}" />`;
}

/** Returns a function that returns the preload links for the files of the page at `path`. */
export function pageLinks(files: PageFiles, basePath: string): (path: string) => string {
  const links = Object.entries(files).map(
    ([pattern, names]) =>
      [toRegExp(pattern), names.map((name) => toLink(basePath + name)).join("")] as const,
  );
  return (path) => links.find(([pattern]) => pattern.test(path))?.[1] ?? "";
}
