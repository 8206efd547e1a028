import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readArguments } from "./arguments.ts";
import { createApiClient } from "./mcp/apiClient.ts";
import { createMcpServer } from "./mcp/server.ts";

/**
 * `taskdeck mcp`: an MCP server on standard input and output, for agents. It calls the API of the
 * server at `TASKDECK_URL` with the API token `TASKDECK_TOKEN`.
 */
function stop(text: string): never {
  console.error(text);
  process.exit(1);
}

try {
  readArguments("mcp", {});
} catch (failure) {
  stop((failure as Error).message);
}
const { TASKDECK_URL = "http://127.0.0.1:3000", TASKDECK_TOKEN } = process.env;
if (!TASKDECK_TOKEN || !URL.canParse(TASKDECK_URL)) {
  stop("Set TASKDECK_TOKEN to an API token, and TASKDECK_URL to the server's address.");
}
await createMcpServer(createApiClient(TASKDECK_URL, TASKDECK_TOKEN)).connect(
  new StdioServerTransport(),
);
