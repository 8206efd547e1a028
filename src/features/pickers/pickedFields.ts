import { useSelector } from "react-redux";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

/** The fields that a menu changes in place. */
export type PickedField = "status" | "assignee_id" | "priority" | "due_date" | "team_id" | "labels";

export const FIELD_LABELS: Readonly<Record<PickedField, string>> = {
  status: "Status",
  assignee_id: "Assignee",
  priority: "Priority",
  due_date: "Due date",
  team_id: "Team",
  labels: "Labels",
};

/** The command whose key changes a field. */
export const FIELD_COMMANDS = {
  status: "cardStatus",
  assignee_id: "cardAssignee",
  priority: "cardPriority",
  due_date: "cardDue",
  team_id: "cardTeam",
  labels: "cardLabels",
} as const satisfies Record<PickedField, CommandName>;

/**
 * What has the focus before and after a picker: the button below which it opens, or the link of the card
 * or row whose value it changes.
 */
export const ownerOf = (anchor: HTMLElement | null): HTMLElement | null =>
  (anchor && anchor.tabIndex < 0 && anchor.closest("[data-card]")?.querySelector("a")) || anchor;

/** The fields that the user can change in place: with another server only the status. */
export function usePickedFields(): readonly PickedField[] {
  const hasExtensions = useSelector(selectHasExtensions);
  const isAdmin = useSelector(selectIsAdmin);
  if (!hasExtensions) return ["status"];
  const fields = ["status", "assignee_id", "priority", "due_date"] as const;
  const more = isAdmin ? (["team_id"] as const) : [];
  return [...fields, ...more, "labels"];
}
