import { Pencil, Trash2 } from "lucide-react";
import { useSelector } from "react-redux";
import type { Comment } from "#contract/comment.ts";
import { selectIsAdmin, selectStoredUser } from "#session/sessionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import classes from "./Comments.module.css";
import { useDeleteCommentMutation } from "./commentsApi.ts";

/**
 * Edits and deletes a comment. Users may do so with their own comments, admins with all comments.
 */
export function CommentActions({
  taskId,
  comment: { id, user_id },
  onEdit,
}: {
  taskId: string;
  comment: Comment;
  onEdit: () => void;
}) {
  const me = useSelector(selectStoredUser)?.id;
  const isAdmin = useSelector(selectIsAdmin);
  const hasExtensions = useSelector(selectHasExtensions);
  const [deleteComment] = useDeleteCommentMutation();
  const [ask, question] = useConfirm();
  if (!hasExtensions || user_id === undefined || !(isAdmin || user_id === me)) return null;

  const askToDelete = () =>
    ask({
      title: "Delete comment",
      message: "Are you sure you want to delete this comment? This action cannot be undone.",
      confirmLabel: "Delete",
      danger: true,
      async onConfirm() {
        const { error } = await deleteComment({ taskId, id });
        // The button that opened the dialog is removed with the comment.
        return error ? undefined : () => document.getElementById("comments-heading")?.focus();
      },
    });

  return (
    <span className={classes.actions}>
      <IconButton label="Edit comment" icon={<Pencil />} size="sm" onClick={onEdit} />
      <IconButton label="Delete comment" icon={<Trash2 />} size="sm" onClick={askToDelete} />
      {question}
    </span>
  );
}
