import { serverOn } from "#server/testing/process.ts";
import type { RunServer } from "./server.ts";

/** Runs each server in its own process, as `npm start` does after the build. */
export const runProcess =
  (...args: string[]): RunServer =>
  async (env) => {
    const { child, exit, output, base } = await serverOn(env, { args });
    return {
      url: base,
      log: output,
      async end(signal) {
        child.kill(signal);
        await exit;
      },
    };
  };
