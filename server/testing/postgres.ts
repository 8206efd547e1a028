import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const SCRIPT = path.resolve(import.meta.dirname, "../../scripts/postgres.ts");

/** A PostgreSQL server for tests. It ends with this process. */
export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server. Without `folder` its data is deleted afterwards; without `durable` its
 * writes may be lost in a crash. A failure to start has a message of one line.
 */
export async function runPostgres({
  folder,
  port,
  durable = false,
}: {
  folder?: string;
  port?: number;
  durable?: boolean;
} = {}): Promise<TestPostgres> {
  const args = [
    ...(folder === undefined ? [] : ["--folder", folder]),
    ...(port === undefined ? [] : ["--port", String(port)]),
    ...(durable ? ["--durable"] : []),
  ];
  const child = fork(SCRIPT, args, { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] });
  const exit = once(child, "exit");
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = await Promise.race([
    once(child, "message").then(([message]) => message as string),
    exit.then(() => {
      throw new Error(output.trim());
    }),
  ]);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
