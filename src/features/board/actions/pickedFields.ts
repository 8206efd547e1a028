/** The fields that a menu changes in place. */
export type PickedField = "status" | "assignee_id" | "priority" | "due_date";

export const FIELD_LABELS: Readonly<Record<PickedField, string>> = {
  status: "Status",
  assignee_id: "Assignee",
  priority: "Priority",
  due_date: "Due date",
};
