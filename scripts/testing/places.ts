import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { packageServer } from "../packageServer.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

/** Links what `npm ci --omit=dev --omit=optional` installs: the packages of production. */
function linkProductionPackages(modules: string): void {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  for (const [name, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (dev || optional || devOptional || name.lastIndexOf("node_modules/") !== 0) continue;
    const link = path.join(modules, name.slice("node_modules/".length));
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, name), link);
  }
}

/** Whether .dockerignore keeps a file out of the build: the last pattern that matches decides. */
function isIgnored(name: string): boolean {
  let ignored = false;
  for (const line of read(".dockerignore").split("\n")) {
    const pattern = line.replace(/^!/, "");
    if (pattern === "" || pattern.startsWith("#")) continue;
    const matches = path.matchesGlob(name, pattern) || path.matchesGlob(name, `${pattern}/**`);
    if (matches) ignored = !line.startsWith("!");
  }
  return ignored;
}

/** Creates a link to the program, as npm does for a package's `bin`. */
function linkProgram(program: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  symlinkSync(program, path.join(folder, "taskdeck"));
  return folder;
}

/** A folder for the PATH that has `taskdeck`: this checkout's program. */
export const inCheckout = (folder: string): string =>
  linkProgram(path.join(root, "bin/taskdeck.mjs"), path.join(folder, "bin"));

/** The same for the package, as npm installs it, without the built app. */
export function inPackage(folder: string): string {
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "taskdeck");
  linkProductionPackages(modules);
  for (const name of ["package.json", "bin"]) {
    cpSync(path.join(root, name), path.join(own, name), { recursive: true });
  }
  packageServer(root, path.join(own, "package"));
  return linkProgram(path.join(own, "bin/taskdeck.mjs"), path.join(modules, ".bin"));
}

/** The same for the file tree of the container image, as the Dockerfile copies it, without the built app. */
export function inImage(folder: string): string {
  const lastStage =
    read("Dockerfile")
      .split(/^FROM .*$/m)
      .at(-1) ?? "";
  const app = path.join(folder, /^WORKDIR (\S+)$/m.exec(lastStage)?.[1] ?? "");
  for (const [, stage, sources = "", target = ""] of lastStage.matchAll(
    /^COPY (?:--from=(\S+) )?(.+) (\S+)$/gm,
  )) {
    if (stage === "dependencies") linkProductionPackages(path.join(app, target));
    if (stage !== undefined) continue;
    for (const name of sources.split(" ")) {
      const source = path.join(root, name);
      const to = path.join(app, target, target.endsWith("/") ? path.basename(name) : "");
      cpSync(source, statSync(source).isDirectory() ? path.join(app, target) : to, {
        recursive: true,
        filter: (file) => !isIgnored(path.relative(root, file)),
      });
    }
  }
  const [, program = "", link = ""] = /\bln -s (\S+) (\S+)/.exec(lastStage) ?? [];
  return linkProgram(path.join(folder, program), path.dirname(path.join(folder, link)));
}
