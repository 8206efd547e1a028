import { type ReactNode, useState } from "react";
import { takeSecret } from "#api/secrets.ts";
import type { Webhook } from "#contract/shapes/webhook.ts";
import { useSecret } from "#ui/dialog/SecretDialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { useDeleteWebhookMutation, useReplaceSecretMutation } from "./webhooksApi.ts";

/** A dialog of the screen. `form` without a webhook creates one. */
type Opened = { kind: "form"; webhook: Webhook | undefined } | { kind: "log"; webhook: Webhook };

/** What the screen does with a webhook, and its open dialogs. */
export interface WebhookActions {
  open: (opened: Opened) => void;
  askToReplaceSecret: (webhook: Webhook) => void;
  askToDelete: (webhook: Webhook) => void;
  dialogs: ReactNode;
}

/** The actions of the screen of webhooks. */
export function useWebhookActions(): WebhookActions {
  const [opened, open] = useState<Opened | null>(null);
  const [replaceSecret] = useReplaceSecretMutation();
  const [deleteWebhook] = useDeleteWebhookMutation();
  const [ask, question] = useConfirm();
  const [show, secret] = useSecret();
  const close = () => open(null);

  const showSecret = ({ id, url }: Webhook) =>
    show({
      title: `Secret for ${new URL(url).host}`,
      label: "Secret",
      secret: takeSecret(id),
      text: "The receiver verifies deliveries with it. Copy it now: Taskdeck can't show it again.",
    });

  return {
    open,
    askToReplaceSecret: ({ id, url }) =>
      ask({
        title: "Make a new secret?",
        message: (
          <>
            The old secret of <bdi>{url}</bdi> stops working at once.
          </>
        ),
        confirmLabel: "New secret",
        danger: true,
        async onConfirm() {
          const { data } = await replaceSecret(id);
          return data && (() => showSecret(data));
        },
      }),
    askToDelete: ({ id, url }) =>
      ask({
        title: "Delete this webhook?",
        message: (
          <>
            <bdi>{url}</bdi> gets no more events, and its deliveries are deleted.
          </>
        ),
        confirmLabel: "Delete",
        danger: true,
        onConfirm: async () => void (await deleteWebhook(id)),
      }),
    dialogs: (
      <>
        {opened?.kind === "form" && (
          <WebhookForm
            webhook={opened.webhook}
            onCreated={(created) => {
              close();
              showSecret(created);
            }}
            onClose={close}
          />
        )}
        {opened?.kind === "log" && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
        {question}
        {secret}
      </>
    ),
  };
}
