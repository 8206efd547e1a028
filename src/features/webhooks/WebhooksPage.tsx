import { Webhook as WebhookIcon } from "lucide-react";
import { useRef } from "react";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { isGone } from "#api/errors.ts";
import { pollWhile } from "#api/pollWhile.ts";
import { paths } from "#lib/address/paths.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { useResume } from "#session/useDraft.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { useWebhookActions } from "./useWebhookActions.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import classes from "./Webhooks.module.css";
import { useGetWebhooksQuery, webhooksApi } from "./webhooksApi.ts";

/** The time in ms between two requests while a delivery is pending. */
const POLL_MS = 5_000;
/** The drafts of `WebhookForm`: of a new webhook, and one for each webhook. */
const DRAFTS = /^webhook:/;

/** The webhooks, for admins. */
export default function WebhooksPage() {
  usePageTitle("Webhooks");
  const { data: known } = webhooksApi.endpoints.getWebhooks.useQueryState();
  const isWaiting = known?.some(({ last_delivery }) => last_delivery === "pending");
  const query = useGetWebhooksQuery(undefined, {
    ...ALWAYS_FRESH,
    ...pollWhile(isWaiting, POLL_MS),
  });
  const { data: webhooks, error } = query;
  const actions = useWebhookActions();
  const list = useRef<HTMLUListElement>(null);
  useFollowRow(list, webhooks, { fallback: () => document.querySelector("main h1") });
  useResume(webhooks ? DRAFTS : undefined, (form) => {
    const webhook = webhooks?.find(({ id }) => form === `webhook:${id}`);
    if (webhook || form === "webhook:new") actions.open({ kind: "form", webhook });
  });

  if (webhooks === null || isGone(error)) return <NoWebhooks />;
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Notify other programs when something changes."
        actions={
          <Button
            variant="primary"
            onClick={() => actions.open({ kind: "form", webhook: undefined })}
          >
            + New webhook
          </Button>
        }
      />
      <LoadState query={query} loading="Loading webhooks" failure="Failed to load the webhooks" />
      {webhooks?.length === 0 && (
        <EmptyState
          icon={<WebhookIcon />}
          title="No webhooks yet"
          text="A webhook sends the events that you choose to an address, signed with its secret."
        />
      )}
      {webhooks && webhooks.length > 0 && (
        <ul ref={list} className={classes.webhooks}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} actions={actions} />
          ))}
        </ul>
      )}
      {actions.dialogs}
    </>
  );
}

function NoWebhooks() {
  return (
    <>
      <PageHeader title="Webhooks" />
      <EmptyState
        icon={<WebhookIcon />}
        title="No webhooks here"
        text="This server can't send webhooks."
        action={<LinkButton to={paths.tasks}>Tasks</LinkButton>}
      />
    </>
  );
}
