import { type SyntheticEvent, useId, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { COMMENT_MAX } from "#contract/comment.ts";
import { check } from "#contract/rules/common.ts";
import { commentRule } from "#contract/rules/comment.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import classes from "./Comments.module.css";
import { useAddCommentMutation } from "./commentsApi.ts";

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Writes a comment (§5). The draft stays until the server has it, also when the page is left. */
export function CommentForm({ taskId }: { taskId: string }) {
  const kept = useDraft(`comment:${taskId}`);
  const [draft, setDraft] = useState(kept.found?.values["comment"] ?? "");
  const [complaint, setComplaint] = useState<string>();
  const [addComment, { isLoading }] = useAddCommentMutation();
  const sending = useRef(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const author = useSelector(selectStoredUser)?.name ?? "";

  function write(comment: string) {
    setDraft(comment);
    setComplaint(undefined);
    if (comment === "") kept.drop();
    else kept.keep({ values: { comment } });
  }

  async function send() {
    if (sending.current) return;
    const outcome = check(commentRule, { comment: draft });
    if ("errors" in outcome) {
      setComplaint(outcome.errors[0]?.msg);
      area.current?.focus();
      return;
    }
    sending.current = true;
    const release = kept.hold();
    const { error } = await addComment({ taskId, author, comment: outcome.value.comment });
    release(!error);
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
      <Field
        label="Add a comment"
        error={complaint}
        limited={{ text: draft, max: COMMENT_MAX, name: "Comment" }}
      >
        {(props) => (
          <TextArea
            {...props}
            ref={area}
            rows={2}
            className={classes.area}
            placeholder="Write a comment…"
            value={draft}
            readOnly={isLoading}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void send();
            }}
          />
        )}
      </Field>
      {kept.isRestored && <RestoredNotice onDiscard={() => write("")} />}
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
