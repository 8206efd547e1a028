import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ID_MAX } from "#contract/id.ts";

/** The address of a task in the API. */
export const taskPath = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`;

export const taskId = z.string().min(1).max(ID_MAX).describe("The task's id");

/** The result of a tool: JSON as text. */
export const resultOf = (value: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
});

/** A result that tells the model why nothing was done. */
export const refusal = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text }],
});
