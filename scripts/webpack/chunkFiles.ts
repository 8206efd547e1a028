import type { Compilation } from "webpack";

/** The scripts and styles of a named chunk and of all that it needs. */
export function filesOf({ namedChunkGroups }: Compilation, name: string): string[] {
  const group = namedChunkGroups.get(name);
  if (!group) throw new Error(`No chunk has the name ${name}`);
  return group.getFiles().filter((file) => /\.(?:js|css)$/.test(file));
}
