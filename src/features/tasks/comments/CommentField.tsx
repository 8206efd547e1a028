import type { RefObject } from "react";
import { COMMENT_MAX } from "#contract/comment.ts";
import { WRITING_HINT, WritingArea } from "#features/tasks/writing/WritingArea.tsx";
import type { useDraftForm } from "#session/useDraftForm.ts";
import { FormField } from "#ui/form/FormField.tsx";
import classes from "./Comments.module.css";

/** The text of a new or an edited comment. */
export function CommentField({
  form,
  area,
  label,
  ...textArea
}: {
  form: ReturnType<typeof useDraftForm<{ comment: string }>>;
  area: RefObject<HTMLTextAreaElement | null>;
  label: string;
  rows: number;
  placeholder?: string;
}) {
  return (
    <FormField
      form={form}
      name="comment"
      label={label}
      hint={WRITING_HINT}
      limit={{ max: COMMENT_MAX, name: "Comment" }}
    >
      {(props) => <WritingArea {...props} {...textArea} ref={area} className={classes.area} />}
    </FormField>
  );
}
