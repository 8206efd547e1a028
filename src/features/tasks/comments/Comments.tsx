import { MessageSquare, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { adviceOf } from "#api/errors.ts";
import type { Comment } from "#contract/shapes/comment.ts";
import { RichText } from "#features/tasks/richText/RichText.tsx";
import { commentAnchor } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { selectIsAdmin, selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { OlderItems } from "#ui/lists/OlderItems.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import { CommentForm } from "./CommentForm.tsx";
import classes from "./Comments.module.css";
import {
  type CommentsQuery,
  useDeleteCommentMutation,
  useGetCommentsInfiniteQuery,
} from "./commentsApi.ts";
import { EditComment } from "./EditComment.tsx";
import { useLinkedComment } from "./useLinkedComment.ts";

/** The comments on a task, newest first, and a form to add one (§2). */
export function Comments({ taskId }: { taskId: string }) {
  const query = useGetCommentsInfiniteQuery(taskId, ALWAYS_FRESH);
  const { currentData, error, refetch } = query;
  const comments = currentData?.pages.flatMap((page) => page.comments);
  const count = currentData?.pages[0]?.total ?? 0;
  return (
    <section className={classes.comments} aria-labelledby="comments-heading">
      <h2 id="comments-heading" tabIndex={-1} className={classes.heading}>
        Comments{count > 0 && <span className={classes.count}> ({formatCount(count)})</span>}
      </h2>
      <CommentForm taskId={taskId} />
      {comments && comments.length === 0 && (
        <EmptyState
          icon={<MessageSquare />}
          title="No comments yet"
          text="Be the first to say something."
        />
      )}
      {comments && comments.length > 0 && (
        <CommentList taskId={taskId} comments={comments} query={query} />
      )}
      {!comments && error && (
        <ErrorState title="Failed to load comments" text={adviceOf(error)} onRetry={refetch} />
      )}
      {!comments && !error && <CommentsSkeleton />}
    </section>
  );
}

function CommentList({
  taskId,
  comments,
  query,
}: {
  taskId: string;
  comments: readonly Comment[];
  query: CommentsQuery;
}) {
  useRerenderEveryMinute();
  const list = useRef<HTMLOListElement>(null);
  const linkedId = useLinkedComment(list, query);
  return (
    <>
      <ol ref={list} className={classes.list}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            taskId={taskId}
            comment={comment}
            isLinked={comment.id === linkedId}
          />
        ))}
      </ol>
      <OlderItems
        query={query}
        noun="comments"
        countOf={({ comments }) => comments.length}
        itemAt={(index) => list.current?.children[index]}
        className={classes.older}
      />
    </>
  );
}

function CommentItem({
  taskId,
  comment: item,
  isLinked,
}: {
  taskId: string;
  comment: Comment;
  /** Whether the address leads to this comment. */
  isLinked: boolean;
}) {
  const { id, user_name, comment, created_at, edited_at } = item;
  const [isEditing, setEditing] = useState(false);
  const element = useRef<HTMLLIElement>(null);
  return (
    <li
      ref={element}
      id={commentAnchor(id).slice(1)}
      tabIndex={-1}
      className={cx(classes.item, isLinked && classes.linked)}
    >
      <Avatar name={user_name} decorative />
      <article className={classes.comment}>
        <p className={classes.by}>
          <strong dir="auto" className={classes.author}>
            {user_name || "Unknown user"}
          </strong>
          <time dateTime={created_at} title={formatInstantFull(created_at)}>
            {formatRelative(created_at)}
          </time>
          {edited_at && (
            <time dateTime={edited_at} title={formatInstantFull(edited_at)}>
              (edited {formatRelative(edited_at)})
            </time>
          )}
          {!isEditing && (
            <CommentActions taskId={taskId} comment={item} onEdit={() => setEditing(true)} />
          )}
        </p>
        {isEditing ? (
          <EditComment
            taskId={taskId}
            comment={item}
            onClose={() => {
              setEditing(false);
              element.current?.focus();
            }}
          />
        ) : (
          <div className={classes.text}>
            <RichText text={comment} />
          </div>
        )}
      </article>
    </li>
  );
}

function CommentsSkeleton() {
  return (
    <div className={classes.list}>
      <output className="visually-hidden">Loading comments…</output>
      <Skeleton className={classes.placeholder} />
      <Skeleton className={classes.placeholder} />
    </div>
  );
}

/**
 * Edits and deletes a comment. Users may do so with their own comments, admins with all comments.
 */
function CommentActions({
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
