import { type SyntheticEvent, useId, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { COMMENT_MAX } from "#contract/comment.ts";
import { check } from "#contract/rules/common.ts";
import { commentRule } from "#contract/rules/comment.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { selectStoredUser } from "#features/auth/sessionSlice.ts";
import classes from "./Comments.module.css";
import { useAddCommentMutation } from "./commentsApi.ts";
import { lengthHint } from "./taskForm.ts";

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Writes a comment (§5). The draft stays until the server has it. */
export function CommentForm({ taskId }: { taskId: string }) {
  const [draft, setDraft] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const [addComment, { isLoading }] = useAddCommentMutation();
  const sending = useRef(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const author = useSelector(selectStoredUser)?.name ?? "";

  async function send() {
    if (sending.current) return;
    const outcome = check(commentRule, { comment: draft });
    if ("errors" in outcome) {
      setComplaint(outcome.errors[0]?.msg);
      area.current?.focus();
      return;
    }
    sending.current = true;
    const { error } = await addComment({ taskId, author, comment: outcome.value.comment });
    sending.current = false;
    if (!error) setDraft("");
    area.current?.focus();
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    void send();
  }

  return (
    <form noValidate className={classes.form} onSubmit={handleSubmit}>
      <Field label="Add a comment" error={complaint} hint={lengthHint(draft, COMMENT_MAX)}>
        {(props) => (
          <TextArea
            {...props}
            ref={area}
            rows={2}
            className={classes.area}
            placeholder="Write a comment…"
            value={draft}
            readOnly={isLoading}
            onChange={(event) => {
              setDraft(event.target.value);
              setComplaint(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void send();
            }}
          />
        )}
      </Field>
      <div className={classes.send}>
        <span id={hintId} className={classes.keys}>
          {isApple() ? "⌘" : "Ctrl"} + Enter to send
        </span>
        <Button
          type="submit"
          variant="primary"
          size="sm"
          busy={isLoading}
          disabled={isLoading || draft.trim() === ""}
          aria-describedby={hintId}
        >
          {isLoading ? "Adding..." : "Add Comment"}
        </Button>
      </div>
    </form>
  );
}
