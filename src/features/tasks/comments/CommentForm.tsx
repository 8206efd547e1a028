import { useId, useRef } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import classes from "./Comments.module.css";
import { useAddCommentMutation } from "./commentsApi.ts";

const EMPTY = { comment: "" };

const loadRule = async () => (await import("#contract/rules/comment.ts")).commentRule;

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Writes a comment (§5). The draft stays until the server has it, also when the page is left. */
export function CommentForm({ taskId }: { taskId: string }) {
  const [addComment] = useAddCommentMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const author = useSelector(selectStoredUser)?.name ?? "";
  const { formProps, fieldProps, errorOf, values, isSubmitting, isRestored, discard } =
    useDraftForm({
      draft: useDraft(`comment:${taskId}`),
      initialValues: EMPTY,
      loadRule,
      async save({ comment }, { reset }) {
        const { error } = await addComment({ taskId, author, comment });
        area.current?.focus();
        if (error) return fieldErrorsOf(error);
        reset();
        return undefined;
      },
    });

  return (
    <form {...formProps} className={classes.form}>
      <Field
        label="Add a comment"
        error={errorOf("comment")}
        limited={{ text: values.comment, max: COMMENT_MAX, name: "Comment" }}
      >
        {(props) => (
          <TextArea
            {...props}
            {...fieldProps("comment")}
            ref={area}
            rows={2}
            className={classes.area}
            placeholder="Write a comment…"
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      {isRestored && <RestoredNotice onDiscard={discard} />}
      <div className={classes.send}>
        <span id={hintId} className={classes.keys}>
          {isApple() ? "⌘" : "Ctrl"} + Enter to send
        </span>
        <Button
          type="submit"
          variant="primary"
          size="sm"
          busy={isSubmitting}
          disabled={isSubmitting || values.comment.trim() === ""}
          aria-describedby={hintId}
        >
          {isSubmitting ? "Adding..." : "Add Comment"}
        </Button>
      </div>
    </form>
  );
}
