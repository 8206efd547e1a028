import { useId, useRef } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import layout from "#ui/lists/row.module.css";
import { RestoredNotice } from "#ui/page/RestoredNotice.tsx";
import classes from "./Comments.module.css";
import { useAddCommentMutation } from "./commentsApi.ts";
import { Mentions } from "./mentions/Mentions.tsx";

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
      <FormField
        form={form}
        name="comment"
        label="Add a comment"
        limit={{ max: COMMENT_MAX, name: "Comment" }}
      >
        {(props) => (
          <TextArea
            {...props}
            ref={area}
            rows={2}
            className={classes.area}
            placeholder="Write a comment…"
          />
        )}
      </FormField>
      <Mentions
        area={area}
        value={form.values.comment}
        onChange={(comment) => form.setValues({ comment })}
      />
      {form.isRestored && <RestoredNotice onDiscard={form.discard} />}
      <div className={layout.row}>
        <span className={classes.markdown}>Markdown</span>
        <span id={hintId} className={classes.keys}>
          {isApple() ? "⌘" : "Ctrl"} + Enter to send
        </span>
        <SubmitButton
          size="sm"
          label="Add Comment"
          busyLabel="Adding..."
          busy={form.isSubmitting}
          disabled={form.isSubmitting || form.values.comment.trim() === ""}
          aria-describedby={hintId}
        />
      </div>
    </form>
  );
}
