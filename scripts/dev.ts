import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/**
 * The server, restarted when its sources change, and webpack's dev server with hot reload, which
 * passes /api on to it. One Ctrl-C ends both; when either ends, so does the other.
 */
const root = path.resolve(import.meta.dirname, "..");
const node = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: "inherit" });

const children = [
  node("--watch", "--watch-preserve-output", "server/main.ts"),
  node("node_modules/webpack-cli/bin/cli.js", "serve", "--mode", "development"),
];
console.log(`Taskdeck with hot reload: http://127.0.0.1:${process.env["DEV_PORT"] ?? 3001}`);

const endAll = (): void => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, endAll);
for (const child of children) {
  child.once("exit", (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
