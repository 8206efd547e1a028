import type { ChunkGroup, Compilation } from "webpack";
import { isGuestPage, type PageName } from "#lib/address/pagePaths.ts";

/** The scripts and styles that every page loads. */
export function commonFiles({ entrypoints }: Compilation): string[] {
  return Array.from(entrypoints.values()).flatMap(scriptsAndStyles);
}

/** The additional scripts and styles that a page loads before its content. */
export function pageFiles(compilation: Compilation, page: PageName): string[] {
  const common = new Set(commonFiles(compilation));
  const shell = isGuestPage(page) ? [] : filesOf(compilation, "layout");
  const files = new Set([...shell, ...filesOf(compilation, page)]);
  return [...files].filter((file) => !common.has(file));
}

/** The files of a named chunk and of all that it needs. */
function filesOf({ namedChunkGroups }: Compilation, name: string): string[] {
  const group = namedChunkGroups.get(name);
  if (!group) throw new Error(`No chunk has the name ${name}`);
  return scriptsAndStyles(group);
}

function scriptsAndStyles(group: ChunkGroup): string[] {
  return group.getFiles().filter((file) => /\.(?:js|css)$/.test(file));
}
