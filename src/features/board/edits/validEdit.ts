import { isObject } from "#lib/json.ts";
import type { EditedField } from "./editsState.ts";
import type { StoredEdit } from "./storedEdit.ts";

const FIELDS: Readonly<Record<EditedField, true>> = {
  title: true,
  assignee_id: true,
  priority: true,
  due_date: true,
  team_id: true,
};

const isValue = (value: unknown) => value === null || typeof value === "string";

/** Whether a stored edit has valid values. */
export function isValidEdit(raw: unknown): raw is StoredEdit {
  if (!isObject(raw)) return false;
  const { taskId, field, value, title, base, earlier, at, when, sent } = raw;
  return (
    typeof taskId === "string" &&
    typeof field === "string" &&
    Object.hasOwn(FIELDS, field) &&
    isValue(value) &&
    typeof title === "string" &&
    (base === undefined || isValue(base)) &&
    (earlier === undefined || isValue(earlier)) &&
    typeof at === "number" &&
    (when === undefined || typeof when === "number") &&
    typeof sent === "boolean"
  );
}
