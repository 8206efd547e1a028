import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { COMMENT_MAX } from "#contract/comment.ts";
import {
  DEFAULT_PRIORITY,
  DESCRIPTION_MAX,
  TASK_PRIORITIES,
  TASK_STATUSES,
  TITLE_MAX,
  TITLE_MIN,
} from "#contract/task.ts";
import type { SetFieldName, SingleFieldName } from "#contract/taskFields.ts";
import type { ApiClient } from "./apiClient.ts";
import { resultOf, taskId, taskPath } from "./results.ts";

const CHANGES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

const title = z.string().min(TITLE_MIN).max(TITLE_MAX);
/** The fields that both tools take alike. */
const fields = {
  description: z.string().max(DESCRIPTION_MAX).optional().describe("Markdown"),
  due_date: z.string().nullable().optional().describe("yyyy-MM-dd, today or later; null for none"),
  assignee_id: z
    .string()
    .nullable()
    .optional()
    .describe("A user's id (list_users); null for nobody"),
  team_id: z
    .string()
    .nullable()
    .optional()
    .describe("A team's id (list_teams); only admins may change it"),
} satisfies Record<Exclude<SingleFieldName, "title" | "status" | "priority">, z.ZodType>;

const ids = z.array(z.string());
/** The fields that are sets: whole for a new task, by what changes otherwise. */
const sets = {
  labels: {
    whole: ids.optional().describe("Labels' ids (list_labels)"),
    change: z
      .object({ add: ids.optional(), remove: ids.optional() })
      .optional()
      .describe("Labels' ids (list_labels) to add and to remove; the others stay"),
  },
} satisfies Record<SetFieldName, { whole: z.ZodType; change: z.ZodType }>;

/** Adds the tools that create and change tasks. */
export function addChangingTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    "create_task",
    {
      description: "Create a task. Without assignee_id it is assigned to the token's user",
      inputSchema: {
        title,
        status: z.enum(TASK_STATUSES).optional(),
        priority: z.enum(TASK_PRIORITIES).default(DEFAULT_PRIORITY),
        ...fields,
        labels: sets.labels.whole,
      },
      annotations: CHANGES,
    },
    async (task) => resultOf(await api.send("POST", "/api/tasks", task)),
  );

  server.registerTool(
    "update_task",
    {
      description: "Change some fields of a task; fields left out keep their values",
      inputSchema: {
        id: taskId,
        title: title.optional(),
        priority: z.enum(TASK_PRIORITIES).optional(),
        ...fields,
        labels: sets.labels.change,
      },
      annotations: CHANGES,
    },
    async ({ id, ...patch }) => resultOf(await api.send("PATCH", taskPath(id), patch)),
  );

  server.registerTool(
    "move_task",
    {
      description: "Move a task to another column of the board",
      inputSchema: { id: taskId, status: z.enum(TASK_STATUSES) },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    async ({ id, status }) => {
      const path = `/api/kanban/${encodeURIComponent(id)}/status`;
      return resultOf(await api.send("PATCH", path, { status }));
    },
  );

  server.registerTool(
    "comment_on_task",
    {
      description: "Add a comment to a task. `@Name` notifies a user",
      inputSchema: { id: taskId, comment: z.string().min(1).max(COMMENT_MAX) },
      annotations: CHANGES,
    },
    async ({ id, comment }) =>
      resultOf(await api.send("POST", `${taskPath(id)}/comments`, { comment })),
  );
}
