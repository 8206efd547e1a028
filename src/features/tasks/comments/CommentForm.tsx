import { useId, useRef } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { isBlank } from "#contract/characters.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { OfflineNote } from "#sync/connection/OfflineNote.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import layout from "#ui/lists/row.module.css";
import { RestoredNotice } from "#ui/page/RestoredNotice.tsx";
import { CommentField } from "./CommentField.tsx";
import classes from "./Comments.module.css";
import { useAddCommentMutation } from "./commentsApi.ts";

const EMPTY = { comment: "" };

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Adds a comment (§5). The draft is kept until the server has saved it. */
export function CommentForm({ taskId }: { taskId: string }) {
  const [addComment] = useAddCommentMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const author = useSelector(selectStoredUser)?.name ?? "";
  const form = useDraftForm({
    draft: useDraft(`comment:${taskId}`),
    initialValues: EMPTY,
    rule: (rules) => rules.commentRule,
    async save({ comment }, { reset }) {
      const { error } = await addComment({ taskId, author, comment });
      area.current?.focus();
      if (error) return fieldErrorsOf(error);
      reset();
      return undefined;
    },
  });

  return (
    <form {...form.formProps} className={classes.form}>
      <CommentField
        form={form}
        area={area}
        label="Add a comment"
        rows={2}
        placeholder="Write a comment…"
      />
      {form.isRestored && <RestoredNotice onDiscard={form.discard} />}
      <div className={layout.row}>
        <OfflineNote className={classes.offline} />
        <span id={hintId} className={classes.keys}>
          {isApple() ? "⌘" : "Ctrl"} + Enter to send
        </span>
        <SubmitButton
          size="sm"
          label="Add Comment"
          busyLabel="Adding..."
          busy={form.isSubmitting}
          disabled={form.isSubmitting || isBlank(form.values.comment)}
          aria-describedby={hintId}
        />
      </div>
    </form>
  );
}
