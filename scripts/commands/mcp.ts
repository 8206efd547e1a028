import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createApiClient } from "./mcp/apiClient.ts";
import { createMcpServer } from "./mcp/server.ts";

/**
 * `taskdeck mcp`: an MCP server on standard input and output, for agents. It calls the API of the
 * server at `TASKDECK_URL` with the API token `TASKDECK_TOKEN`.
 */
if (process.argv.length > 2) {
  console.error("use it as taskdeck mcp, without arguments");
  process.exit(1);
}
const { TASKDECK_URL = "http://127.0.0.1:3000", TASKDECK_TOKEN } = process.env;
if (!TASKDECK_TOKEN || !URL.canParse(TASKDECK_URL)) {
  console.error("Set TASKDECK_TOKEN to an API token, and TASKDECK_URL to the server's address.");
  process.exit(1);
}
await createMcpServer(createApiClient(TASKDECK_URL, TASKDECK_TOKEN)).connect(
  new StdioServerTransport(),
);
