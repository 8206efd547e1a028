import { Ellipsis } from "lucide-react";
import type { ListedWebhook } from "#contract/shapes/webhook.ts";
import { WEBHOOK_EVENTS } from "#contract/webhook.ts";
import { cx } from "#lib/cx.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Badge } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import layout from "#ui/lists/row.module.css";
import { Menu } from "#ui/menu/Menu.tsx";
import card from "#ui/page/Card.module.css";
import type { WebhookActions } from "./useWebhookActions.tsx";
import classes from "./Webhooks.module.css";
import { useSendTestMutation } from "./webhooksApi.ts";

/** The maximum number of events that a row names. If there are more, it shows their number. */
const NAMED_MAX = 3;

const LAST_DELIVERIES = {
  pending: "last delivery waiting",
  delivered: "last delivery accepted",
  failed: "last delivery failed",
} as const;

function textOf(events: ListedWebhook["events"]): string {
  if (events.length === WEBHOOK_EVENTS.length) return "All events";
  return events.length > NAMED_MAX ? countOf(events.length, "event") : events.join(", ");
}

/** A webhook with its state and its actions. */
export function WebhookRow({
  webhook,
  actions: { open, askToReplaceSecret, askToDelete },
}: {
  webhook: ListedWebhook;
  actions: WebhookActions;
}) {
  const { id, url, description, events, failing_since, off_reason, last_delivery } = webhook;
  const [sendTest, { isLoading }] = useSendTestMutation();

  async function test() {
    const { error } = await sendTest(id);
    if (!error) open({ kind: "log", webhook });
  }

  return (
    <li data-row={id} className={cx(card.card, layout.row)}>
      <div className={layout.text}>
        <p className={classes.name}>
          <bdi>{url}</bdi> <State webhook={webhook} />
        </p>
        {description && (
          <p dir="auto" className={classes.description}>
            {description}
          </p>
        )}
        {off_reason && <p className={classes.description}>Switched off: {off_reason}</p>}
        <p className={classes.note} title={events.join(", ")}>
          {textOf(events)} · {last_delivery ? LAST_DELIVERIES[last_delivery] : "no deliveries yet"}
          {failing_since && <span>{` · failing since ${formatInstantFull(failing_since)}`}</span>}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          size="sm"
          aria-label={`Deliveries to ${url}`}
          onClick={() => open({ kind: "log", webhook })}
        >
          Deliveries
        </Button>
        <Button
          size="sm"
          busy={isLoading}
          aria-label={`Send a test to ${url}`}
          onClick={() => void test()}
        >
          Send a test
        </Button>
        <Menu
          label={`More for ${url}`}
          icon={<Ellipsis />}
          items={[
            { label: "Edit", onSelect: () => open({ kind: "form", webhook }) },
            { label: "New secret", onSelect: () => askToReplaceSecret(webhook) },
            { label: "Delete", onSelect: () => askToDelete(webhook) },
          ]}
        />
      </div>
    </li>
  );
}

function State({ webhook: { is_active, failing_since } }: { webhook: ListedWebhook }) {
  if (!is_active) return <Badge tone="grey">Switched off</Badge>;
  if (failing_since === null) return <Badge tone="green">Active</Badge>;
  return <Badge tone="amber">Failing</Badge>;
}
