import { useEffect, useRef } from "react";
import { fieldErrorsOf } from "#api/errors.ts";
import { isBlank } from "#contract/characters.ts";
import type { Comment } from "#contract/shapes/comment.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { OfflineNote } from "#sync/connection/OfflineNote.tsx";
import { Button } from "#ui/button/Button.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import layout from "#ui/lists/row.module.css";
import { CommentField } from "./CommentField.tsx";
import classes from "./Comments.module.css";
import { useEditCommentMutation } from "./commentsApi.ts";

/** Edits a comment in its place. The draft is kept until it is saved or discarded. */
export function EditComment({
  taskId,
  comment,
  onClose,
}: {
  taskId: string;
  comment: Comment;
  onClose: () => void;
}) {
  const [editComment] = useEditCommentMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useDraftForm({
    draft: useDraft(`comment-edit:${comment.id}`),
    initialValues: { comment: comment.comment },
    rule: (rules) => rules.commentRule,
    async save({ comment: text }, { reset }) {
      const { error } = await editComment({ taskId, id: comment.id, comment: text });
      if (error) return fieldErrorsOf(error);
      reset();
      onClose();
      return undefined;
    },
  });
  useEffect(() => {
    const element = area.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  function cancel() {
    form.discard();
    onClose();
  }

  return (
    <form {...form.formProps} className={classes.form}>
      <CommentField form={form} area={area} label="Edit comment" rows={3} />
      <div className={layout.row}>
        <OfflineNote className={classes.offline} />
        <div className={classes.buttons}>
          <Button size="sm" onClick={cancel}>
            Cancel
          </Button>
          <SubmitButton
            size="sm"
            label="Save"
            busyLabel="Saving..."
            busy={form.isSubmitting}
            disabled={form.isSubmitting || isBlank(form.values.comment)}
          />
        </div>
      </div>
    </form>
  );
}
