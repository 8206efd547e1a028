import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ID_MAX } from "#contract/id.ts";
import { LABEL_MATCHES } from "#contract/label.ts";
import type { FilesResponse } from "#contract/shapes/file.ts";
import {
  PAGE_SIZE_MAX,
  SEARCH_MAX,
  SORTS,
  TASK_PRIORITIES,
  TASK_STATUSES,
} from "#contract/task.ts";
import type { ApiClient } from "./apiClient.ts";
import { refusal, resultOf, taskId, taskPath } from "./results.ts";

/** The number of a task's comments that get_task returns. */
const COMMENTS_MAX = 50;
/** The number of bytes of a text file that read_file returns. */
const TEXT_MAX_BYTES = 100_000;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

const filters = {
  status: z.enum(TASK_STATUSES).optional(),
  priority: z.enum(TASK_PRIORITIES).optional(),
  assignee: z.string().optional().describe("A user's id, or `none` for unassigned tasks"),
  team: z.string().optional().describe("A team's id, or `none` for tasks without a team"),
  label: z.string().optional().describe("Labels' ids, comma-separated, or `none` for no label"),
  label_match: z.enum(LABEL_MATCHES).optional().describe("Default: any of the labels"),
  due: z.string().optional().describe("A day (2026-03-01) or a range (2026-03-01..2026-03-07)"),
  created_by: z.string().optional().describe("The id of the user who created the tasks"),
  delegated: z.boolean().optional().describe("Only tasks that others than their creators have"),
  overdue: z.boolean().optional().describe("Only tasks that are not done and due before today"),
  sort: z
    .enum(SORTS as [string, ...string[]])
    .optional()
    .describe("Default: newest first"),
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
};

/** Adds the tools that change nothing. */
export function addReadingTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    "list_tasks",
    {
      description: "List tasks, filtered and sorted",
      inputSchema: filters,
      annotations: READ_ONLY,
    },
    async (query) => resultOf(await api.get("/api/tasks/search", query)),
  );

  server.registerTool(
    "find_tasks",
    {
      description:
        "Find tasks that contain all words in title, description, comments or labels; quotes find a phrase",
      inputSchema: { search: z.string().min(1).max(SEARCH_MAX), ...filters },
      annotations: READ_ONLY,
    },
    async (query) => resultOf(await api.get("/api/tasks/search", query)),
  );

  server.registerTool(
    "get_task",
    {
      description: "Read a task with its newest comments",
      inputSchema: { id: taskId },
      annotations: READ_ONLY,
    },
    async ({ id }) => {
      const [task, comments] = await Promise.all([
        api.get(taskPath(id)),
        api.get(`${taskPath(id)}/comments`, { limit: COMMENTS_MAX }),
      ]);
      return resultOf({ ...Object(task), ...Object(comments) });
    },
  );

  server.registerTool(
    "list_files",
    {
      description: "List the files of a task with their types and sizes",
      inputSchema: { id: taskId },
      annotations: READ_ONLY,
    },
    async ({ id }) => resultOf(await api.get(`${taskPath(id)}/files`)),
  );

  server.registerTool(
    "read_file",
    {
      description: `Read a text file of a task, at most ${TEXT_MAX_BYTES} bytes of it`,
      inputSchema: { id: taskId, file_id: z.string().min(1).max(ID_MAX) },
      annotations: READ_ONLY,
    },
    async ({ id, file_id }) => {
      const { files } = (await api.get(`${taskPath(id)}/files`)) as FilesResponse;
      const file = files.find((each) => each.id === file_id);
      if (!file) return refusal("File not found");
      if (file.type !== "text/plain") return refusal(`${file.name} is no text: ${file.type}`);
      const path = `${taskPath(id)}/files/${encodeURIComponent(file_id)}/content`;
      const text = await api.getText(path, TEXT_MAX_BYTES);
      return { content: [{ type: "text", text }] };
    },
  );

  server.registerTool(
    "list_users",
    { description: "List all users with their ids, to assign tasks", annotations: READ_ONLY },
    async () => resultOf(await api.get("/api/users")),
  );

  server.registerTool(
    "list_teams",
    { description: "List the names and ids of all teams", annotations: READ_ONLY },
    async () => resultOf(await api.get("/api/teams/names")),
  );

  server.registerTool(
    "list_labels",
    { description: "List the names and ids of all labels", annotations: READ_ONLY },
    async () => resultOf(await api.get("/api/labels")),
  );

  server.registerTool(
    "list_views",
    {
      description: "List saved views; `query` has the filters of list_tasks as an address has them",
      annotations: READ_ONLY,
    },
    async () => resultOf(await api.get("/api/views")),
  );
}
