import type { RefObject } from "react";
import { COMMENT_MAX } from "#contract/comment.ts";
import { Mentions } from "#features/tasks/comments/mentions/MentionPicker.tsx";
import type { useDraftForm } from "#session/useDraftForm.ts";
import { FormField } from "#ui/form/FormField.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import classes from "./Comments.module.css";

/** The text of a new or an edited comment, with the people whom it may mention. */
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
    <>
      <FormField
        form={form}
        name="comment"
        label={label}
        limit={{ max: COMMENT_MAX, name: "Comment" }}
      >
        {(props) => <TextArea {...props} {...textArea} ref={area} className={classes.area} />}
      </FormField>
      <Mentions
        area={area}
        value={form.values.comment}
        onChange={(comment) => form.setValues({ comment })}
      />
    </>
  );
}
