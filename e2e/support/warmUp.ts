import { TestServer } from "./server.ts";
import { runProcess } from "./serverProcess.ts";

/** Starts and stops a server. Node then caches its compiled code, so later servers start faster. */
export default async function warmUp(): Promise<void> {
  const server = await TestServer.start(runProcess());
  await server.end("SIGTERM");
  await server.dispose();
}
