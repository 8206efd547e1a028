import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * `npm run release`: packs this version into release/, with its SHA-256 checksum and its section of
 * CHANGELOG.md.
 */
const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "release");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

const { version } = JSON.parse(read("package.json")) as { version: string };
const section = read("CHANGELOG.md")
  .split(/^## /m)
  .find((text) => text.startsWith(`${version}\n`));
if (section === undefined) {
  console.error(`CHANGELOG.md has no section "## ${version}": write it, or change the version.`);
  process.exit(1);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const name = `taskdeck-${version}.tgz`;
execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
  cwd: root,
  stdio: "inherit",
});
const checksum = createHash("sha256")
  .update(readFileSync(path.join(folder, name)))
  .digest("hex");
writeFileSync(path.join(folder, `${name}.sha256`), `${checksum}  ${name}\n`);
writeFileSync(path.join(folder, `taskdeck-${version}.md`), `# Taskdeck ${section.trimEnd()}\n`);
console.log(`release/${name}\n${checksum}`);
