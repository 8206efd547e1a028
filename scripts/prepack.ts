import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { buildIfStale, STAMP } from "./commands/buildStamp.ts";
import { packageServer } from "./packageServer.ts";

/** `npm pack` runs this before it packs. It writes package/: the built app and the server. */
const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "package");

buildIfStale(root, "");

rmSync(target, { recursive: true, force: true });
cpSync(path.join(root, "dist"), path.join(target, "dist"), {
  recursive: true,
  filter: (file) => !file.endsWith(".map") && path.basename(file) !== STAMP,
});
packageServer(root, target);
