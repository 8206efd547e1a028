import type { ComponentProps } from "react";
import { useNavigate } from "react-router-dom";
import { fieldErrorsOf } from "#api/errors.ts";
import type { SavedView } from "#contract/shapes/view.ts";
import { VIEW_NAME_MAX, type ViewInput } from "#contract/view.ts";
import { FeedControls } from "#features/exports/FeedControls.tsx";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { type FieldForm, FormField } from "#ui/form/FormField.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./ViewBar.module.css";
import { viewPath } from "./viewAddress.ts";
import { useChangeViewMutation, useCreateViewMutation } from "./viewsApi.ts";

/** The dialog about a view that is open. */
export interface Opened {
  dialog: "save" | "rename" | "feed";
}

type Content = Pick<ViewInput, "screen" | "query">;

/** The dialog of the view's bar that is open, if any. */
export function ViewDialogs({
  opened,
  content,
  view,
  onClose,
  onSaved,
}: {
  opened: Opened | null;
  content: Content;
  view: SavedView | undefined;
  onClose: () => void;
  /** Called when a new view was saved. */
  onSaved: () => void;
}) {
  if (opened?.dialog === "save") return <SaveDialog {...{ content, onClose, onSaved }} />;
  if (!view || !opened) return null;
  if (opened.dialog === "rename") return <RenameDialog view={view} onClose={onClose} />;
  return <FeedDialog view={view} onClose={onClose} />;
}

const ON = "on";

function SaveDialog({
  content,
  onClose,
  onSaved,
}: {
  content: Content;
  onClose: () => void;
  onSaved: () => void;
}) {
  const [create] = useCreateViewMutation();
  const navigate = useNavigate();
  const form = useDraftForm({
    draft: useDraft("view:new"),
    initialValues: { name: "", shared: "" },
    rule: (rules) => rules.viewNameRule,
    async save({ name, shared }) {
      const { data, error } = await create({
        ...content,
        name: name.trim(),
        shared: shared === ON,
      });
      if (error) return fieldErrorsOf(error);
      onClose();
      onSaved();
      void navigate(viewPath(data));
      return undefined;
    },
  });
  return (
    <FormDialog
      title="Save view"
      size="sm"
      form={form}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <NameField form={form} />
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={form.values.shared === ON}
          onChange={({ target }) =>
            form.setValues({ ...form.values, shared: target.checked ? ON : "" })
          }
        />
        Share with everyone
      </label>
    </FormDialog>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [change] = useChangeViewMutation();
  const { id, name: saved } = view;
  const form = useDraftForm({
    draft: useDraft(`view:${id}`),
    initialValues: { name: saved },
    rule: (rules) => rules.viewNameRule,
    async save({ name }) {
      const { error } = await change({ id, change: { name: name.trim() }, text: "View renamed" });
      if (error) return fieldErrorsOf(error);
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title="Rename view"
      size="sm"
      form={form}
      submitLabel="Rename"
      busyLabel="Renaming..."
      onClose={onClose}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

function NameField({ form }: { form: FieldForm<"name", ComponentProps<"input">> }) {
  return (
    <FormField
      form={form}
      name="name"
      label="Name"
      limit={{ max: VIEW_NAME_MAX, name: "View name" }}
      required
    >
      {(props) => <TextInput {...props} autoComplete="off" />}
    </FormField>
  );
}

function FeedDialog({ view: { id, name }, onClose }: { view: SavedView; onClose: () => void }) {
  return (
    <Dialog
      title={`Calendar feed of ${name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <FeedControls feed={{ view: id }} tasks="the tasks of this view" />
    </Dialog>
  );
}
