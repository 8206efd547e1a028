import { serverOn } from "#server/testing/process.ts";
import type { RunServer } from "./server.ts";

/** Runs servers as `npm start` does once the app is built: each as a process of its own. */
export const runProcess =
  (...args: string[]): RunServer =>
  async (env) => {
    const { child, exit, said, base } = await serverOn(env, { args });
    return {
      url: base,
      log: said,
      async end(signal) {
        child.kill(signal);
        await exit;
      },
    };
  };
