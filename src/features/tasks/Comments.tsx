import { MessageSquare } from "lucide-react";
import type { Comment } from "#contract/comment.ts";
import { formatInstantFull, formatRelative } from "#lib/dates.ts";
import { useEveryMinute } from "#lib/hooks.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { CommentForm } from "./CommentForm.tsx";
import classes from "./Comments.module.css";
import { useGetCommentsQuery } from "./commentsApi.ts";

const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
} as const;

/** What was said about a task, the newest first, and a form to say something (§2). */
export function Comments({ taskId }: { taskId: string }) {
  const { currentData: comments, error, refetch } = useGetCommentsQuery(taskId, FRESH);
  const count = comments?.length ?? 0;
  return (
    <section className={classes.comments} aria-labelledby="comments-heading">
      <h2 id="comments-heading" className={classes.heading}>
        Comments{count > 0 && <span className={classes.count}> ({count})</span>}
      </h2>
      <CommentForm taskId={taskId} />
      {comments && comments.length === 0 && (
        <EmptyState
          icon={<MessageSquare />}
          title="No comments yet"
          text="Be the first to say something."
        />
      )}
      {comments && comments.length > 0 && <CommentList comments={comments} />}
      {!comments && error && (
        <ErrorState
          title="Failed to load comments"
          text="Check your connection, then try again."
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!comments && !error && <CommentsSkeleton />}
    </section>
  );
}

function CommentList({ comments }: { comments: readonly Comment[] }) {
  useEveryMinute();
  return (
    <ol className={classes.list}>
      {comments.map(({ id, user_name, comment, created_at }) => (
        <li key={id} className={classes.item}>
          <Avatar name={user_name} decorative />
          <article className={classes.said}>
            <p className={classes.by}>
              <strong className={classes.author}>{user_name || "Unknown user"}</strong>
              <time dateTime={created_at} title={formatInstantFull(created_at)}>
                {formatRelative(created_at)}
              </time>
            </p>
            <p className={classes.text}>{comment}</p>
          </article>
        </li>
      ))}
    </ol>
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
