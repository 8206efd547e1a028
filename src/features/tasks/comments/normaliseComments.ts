import type { Comment, CommentsResponse } from "#contract/comment.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

/**
 * Reads a comment (§3), bare or as `{ comment: {…} }`. The id may be a number. Missing fields come
 * from `known`. Returns null without an id.
 */
export function normaliseComment(raw: unknown, known?: Omit<Comment, "id">): Comment | null {
  const bare = isObject(raw) && isObject(raw.comment) ? raw.comment : raw;
  if (!isObject(bare)) return null;
  const { id } = bare;
  if (typeof id !== "number" && (typeof id !== "string" || id === "")) return null;
  return {
    id: String(id),
    comment: textOf(bare.comment) || (known?.comment ?? ""),
    user_name: textOf(bare.user_name) || (known?.user_name ?? ""),
    created_at: textOf(bare.created_at) || (known?.created_at ?? ""),
    ...("user_id" in bare && { user_id: textOf(bare.user_id) || null }),
    ...("edited_at" in bare && { edited_at: textOf(bare.edited_at) || null }),
  };
}

/**
 * Reads the response of GET /api/tasks/{id}/comments (§7): `{ comments }` or the bare list. Sorts the
 * newest first. Without `hasOlder` the list is complete.
 */
export function normaliseComments(raw: unknown): CommentsResponse {
  const comments = readList(raw, "comments", (item) => normaliseComment(item));
  const time = ({ created_at }: Comment) => Date.parse(created_at) || 0;
  // The sort is stable: comments of the same time keep the server's order.
  comments.sort((one, other) => time(other) - time(one));
  const { total, hasOlder } = isObject(raw) ? raw : {};
  return {
    comments,
    total: Number.isSafeInteger(total) ? Number(total) : comments.length,
    hasOlder: hasOlder === true && comments.length > 0,
  };
}
