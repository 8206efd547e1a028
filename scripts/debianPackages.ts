import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs packages with apt-get if this is Debian and the user is root; otherwise does nothing. */
export function installPackages(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${names.join(" and ")}…`);
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
