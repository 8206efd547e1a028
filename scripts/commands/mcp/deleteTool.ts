import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { ApiClient } from "./apiClient.ts";
import { refusal, resultOf, taskId, taskPath } from "./results.ts";

/** Whether the client can ask its user. Without details, the capability means forms. */
function canAsk({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (!elicitation.url || elicitation.form !== undefined);
}

async function askUser({ server }: McpServer, title: string): Promise<boolean> {
  const { action, content } = await server.elicitInput({
    message: `Delete the task "${title}" with its comments?`,
    requestedSchema: {
      type: "object",
      properties: { delete: { type: "boolean", title: "Delete it", default: false } },
      required: ["delete"],
    },
  });
  return action === "accept" && content?.["delete"] === true;
}

/**
 * Adds `delete_task`. A client that can ask its user must; for others the model has to repeat the
 * task's title, so that a wrong id deletes nothing.
 */
export function addDeleteTool(server: McpServer, api: ApiClient): void {
  server.registerTool(
    "delete_task",
    {
      description:
        "Delete a task with its comments, after the user has confirmed it. An admin can restore it for 30 days",
      inputSchema: {
        id: taskId,
        confirm: z
          .string()
          .optional()
          .describe("The task's exact title, if the client can't ask its user"),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async ({ id, confirm }) => {
      const { task } = (await api.get(taskPath(id))) as TaskResponse;
      if (canAsk(server)) {
        if (!(await askUser(server, task.title)))
          return refusal("The user declined. Nothing was deleted.");
      } else if (confirm !== task.title) {
        return refusal(
          `Nothing was deleted. Ask the user, then pass the task's title as confirm: ${JSON.stringify(task.title)}`,
        );
      }
      await api.send("DELETE", taskPath(id));
      return resultOf({ deleted: { id, title: task.title } });
    },
  );
}
