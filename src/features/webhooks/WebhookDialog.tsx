import type { Webhook } from "#contract/webhook.ts";
import { takeSecret } from "#lib/secretVault.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { SecretDialog } from "#ui/dialog/SecretDialog.tsx";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { useDeleteWebhookMutation, useReplaceSecretMutation } from "./webhooksApi.ts";

/** A dialog of the screen. `form` without a webhook creates one. */
export type OpenedDialog =
  | { kind: "form"; webhook: Webhook | undefined }
  | { kind: "log" | "replace" | "delete"; webhook: Webhook }
  | { kind: "secret"; webhook: Webhook; secret: string };

/** The open dialog about a webhook. `onOpen` replaces or closes it. */
export function WebhookDialog({
  opened,
  onOpen,
}: {
  opened: OpenedDialog;
  onOpen: (opened: OpenedDialog | null) => void;
}) {
  const close = () => onOpen(null);
  const showSecret = (webhook: Webhook) =>
    onOpen({ kind: "secret", webhook, secret: takeSecret(webhook.id) });
  switch (opened.kind) {
    case "form":
      return <WebhookForm webhook={opened.webhook} onCreated={showSecret} onClose={close} />;
    case "log":
      return <DeliveriesDialog webhook={opened.webhook} onClose={close} />;
    case "replace":
      return <ReplaceSecret webhook={opened.webhook} onReplaced={showSecret} onClose={close} />;
    case "delete":
      return <DeleteWebhook webhook={opened.webhook} onClose={close} />;
    case "secret":
      return (
        <SecretDialog
          title={`Secret for ${new URL(opened.webhook.url).host}`}
          label="Secret"
          secret={opened.secret}
          text="The receiver verifies deliveries with it. Copy it now: Taskdeck can't show it again."
          onClose={close}
        />
      );
  }
}

function ReplaceSecret({
  webhook: { id, url },
  onReplaced,
  onClose,
}: {
  webhook: Webhook;
  onReplaced: (webhook: Webhook) => void;
  onClose: () => void;
}) {
  const [replaceSecret, { isLoading }] = useReplaceSecretMutation();

  async function replace() {
    const { data } = await replaceSecret(id);
    if (data) onReplaced(data);
    else onClose();
  }

  return (
    <ConfirmDialog
      title="Make a new secret?"
      message={`The old secret of ${url} stops working at once.`}
      confirmLabel="New secret"
      danger
      busy={isLoading}
      onConfirm={() => void replace()}
      onCancel={onClose}
    />
  );
}

function DeleteWebhook({
  webhook: { id, url },
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const [deleteWebhook, { isLoading }] = useDeleteWebhookMutation();

  async function remove() {
    await deleteWebhook(id);
    onClose();
  }

  return (
    <ConfirmDialog
      title="Delete this webhook?"
      message={`${url} gets no more events, and its deliveries are deleted.`}
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
