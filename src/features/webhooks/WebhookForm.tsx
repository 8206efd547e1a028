import { fieldErrorsOf } from "#api/errors.ts";
import type { Webhook } from "#contract/shapes/webhook.ts";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_URL_MAX,
  type WebhookInput,
  type WebhookPatch,
} from "#contract/webhook.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { EventFields, sortedEvents } from "./EventFields.tsx";
import classes from "./Webhooks.module.css";
import { useChangeWebhookMutation, useCreateWebhookMutation } from "./webhooksApi.ts";

/** The form's values. They are texts, because drafts can hold nothing else. */
type FormValues = Record<keyof WebhookInput, string>;

const ON = "on";
const EMPTY: FormValues = { url: "", description: "", events: "", is_active: ON };

const valuesOf = ({ url, description, events, is_active }: Webhook): FormValues => ({
  url,
  description,
  events: sortedEvents(events),
  is_active: is_active ? ON : "",
});

const inputOf = ({ is_active, ...texts }: FormValues): WebhookInput => ({
  ...texts,
  is_active: is_active === ON,
});

/**
 * The fields that differ. The others are not sent, because sending `active` would also reset the
 * count of failures.
 */
function patchOf(values: FormValues, saved: FormValues): WebhookPatch {
  const names = Object.keys(saved) as (keyof FormValues)[];
  const changed = names.filter((name) => values[name] !== saved[name]);
  const input = inputOf(values);
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

interface WebhookFormProps {
  webhook: Webhook | undefined;
  onCreated: (webhook: Webhook) => void;
  onClose: () => void;
}

function useWebhookForm({ webhook, onCreated, onClose }: WebhookFormProps) {
  const [createWebhook] = useCreateWebhookMutation();
  const [changeWebhook] = useChangeWebhookMutation();
  const initialValues = webhook ? valuesOf(webhook) : EMPTY;

  async function create(values: FormValues) {
    const { data, error } = await createWebhook(inputOf(values));
    if (error) return fieldErrorsOf(error);
    onCreated(data);
    return undefined;
  }

  async function change(id: string, values: FormValues) {
    const patch = patchOf(values, initialValues);
    const isSame = Object.keys(patch).length === 0;
    const { error } = isSame ? {} : await changeWebhook({ id, patch });
    if (error) return fieldErrorsOf(error);
    onClose();
    return undefined;
  }

  return useDraftForm<FormValues>({
    draft: useDraft(`webhook:${webhook?.id ?? "new"}`),
    initialValues,
    rule: ({ webhookRule }) => webhookRule.omit(["is_active"]),
    save: async (values) => await (webhook ? change(webhook.id, values) : create(values)),
  });
}

/** Creates a webhook, or changes the given one. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, onClose } = props;
  const form = useWebhookForm(props);
  return (
    <FormDialog
      title={webhook ? "Edit webhook" : "New webhook"}
      form={form}
      submitLabel={webhook ? "Save" : "Create webhook"}
      busyLabel={webhook ? "Saving..." : "Creating..."}
      question={{ title: "Discard changes?", message: "What you entered has not been saved." }}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="url"
        label="URL"
        hint="Where Taskdeck sends the events"
        limit={{ max: WEBHOOK_URL_MAX }}
        required
      >
        {(props) => (
          <TextInput
            {...props}
            inputMode="url"
            placeholder="https://example.com/hook"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <EventFields
        events={form.values.events}
        error={form.errorOf("events")}
        onChange={(events) => form.setValues({ ...form.values, events })}
      />
      <FormField
        form={form}
        name="description"
        label="Description"
        limit={{ max: WEBHOOK_DESCRIPTION_MAX }}
      >
        {(props) => <TextInput {...props} autoComplete="off" />}
      </FormField>
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={form.values.is_active === ON}
          onChange={({ target }) =>
            form.setValues({ ...form.values, is_active: target.checked ? ON : "" })
          }
        />
        Active
      </label>
    </FormDialog>
  );
}
