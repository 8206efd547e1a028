import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { type FieldValue, type StoredChange } from "#features/changes/queue/change.ts";
import { isField } from "#features/changes/queue/fieldNames.ts";
import type { DoneChange } from "#features/changes/queue/history.ts";
import { type Fields, isObject } from "#lib/json.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isValue = (value: unknown): value is FieldValue => value === null || isText(value);
const isNumber = (value: unknown): value is number => typeof value === "number";
const isStatus = (value: unknown) => TASK_STATUSES.some((known) => known === value);
const isAbsent = (value: unknown): value is undefined => value === undefined;

const isNeighbours = (value: unknown) =>
  isObject(value) && isValue(value["above"]) && isValue(value["below"]);

function isNewTask(value: unknown) {
  if (!isObject(value)) return false;
  const { status, assignee_id, due_date, priority, description, team_id } = value;
  return (
    isStatus(status) &&
    isValue(assignee_id) &&
    [due_date, description, team_id].every((one) => isAbsent(one) || isValue(one)) &&
    (isAbsent(priority) || TASK_PRIORITIES.some((known) => known === priority))
  );
}

const isUndo = (value: unknown) =>
  isObject(value) &&
  isValue(value["from"]) &&
  (isAbsent(value["leaves"]) || isNeighbours(value["leaves"]));

function isWanted(raw: unknown, what: unknown): boolean {
  if (!isObject(raw)) return false;
  const { value, title, at, when, group, beside, etag, undoes, task } = raw;
  return (
    (what === "status" ? isStatus(value) : isValue(value)) &&
    isText(title) &&
    [at, when, group].every(isNumber) &&
    (isAbsent(beside) || isNeighbours(beside)) &&
    (isAbsent(etag) || isText(etag)) &&
    (isAbsent(undoes) || isNumber(undoes)) &&
    (what === "new" ? isNewTask(task) : isAbsent(task))
  );
}

/** Whether a value from the storage is a stored change. */
export function isStoredChange(raw: unknown): raw is Fields & StoredChange {
  if (!isObject(raw)) return false;
  const { id, what, want, from, isSent, reason, undo } = raw;
  return (
    isText(id) &&
    (what === "new" || isField(what)) &&
    isWanted(want, what) &&
    Array.isArray(from) &&
    from.every(isValue) &&
    typeof isSent === "boolean" &&
    (isAbsent(reason) || isText(reason)) &&
    (isAbsent(undo) || isUndo(undo))
  );
}

/** Whether a value from the storage is a change that can be undone. */
function isDoneChange(raw: unknown): raw is Fields & DoneChange {
  if (!isObject(raw)) return false;
  const { id, what, title, from, to, leaves, at, group, undoneAt } = raw;
  return (
    isField(what) &&
    [id, title].every(isText) &&
    [from, to].every(what === "status" ? isStatus : isValue) &&
    (isAbsent(leaves) || isNeighbours(leaves)) &&
    [at, group].every(isNumber) &&
    undoneAt === null
  );
}

function listIn(json: string | null): unknown[] {
  try {
    const list: unknown = JSON.parse(json ?? "");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Reads a list of changes from the storage; empty if it is invalid. */
export const parseStored = (json: string | null): StoredChange[] =>
  listIn(json)
    .map((one) => fromFormer(one) ?? one)
    .filter(isStoredChange);

/** Reads a stored history; empty if it is invalid. */
export const parseHistory = (json: string | null): DoneChange[] =>
  listIn(json).filter(isDoneChange);

/** Version 0.3 stored moves (`cardId`), edits (`field`) and new cards (`key`) in a format each. */
function fromFormer(raw: unknown): object | null {
  if (!isObject(raw) || "want" in raw) return null;
  const { title, at = 0, when = 0, sent = false, undo } = raw;
  const wanted = (value: unknown) => ({ value, title, at, when, group: at });
  const values = (...all: unknown[]) => all.filter((one) => one !== undefined);
  if ("cardId" in raw) {
    const { cardId: id, from, to, beside } = raw;
    const group = isObject(undo) ? undo["group"] : at;
    const want = { ...wanted(to), group, ...(beside !== undefined && { beside }) };
    return { id, what: "status", want, from: values(from ?? undefined), isSent: true, undo };
  }
  if ("field" in raw) {
    const { taskId: id, field: what, value, base, earlier } = raw;
    const former = base === undefined ? {} : { undo: { from: base } };
    return { id, what, want: wanted(value), from: values(base, earlier), isSent: true, ...former };
  }
  if ("key" in raw) {
    const { key: id, status, assignee_id, reason } = raw;
    const want = { ...wanted(title), task: { status, assignee_id } };
    return { id, what: "new", want, from: [], isSent: sent, reason };
  }
  return null;
}
