import { pollWhile } from "#api/pollWhile.ts";
import type { Webhook, WebhookDelivery } from "#contract/shapes/webhook.ts";
import type { DeliveryState } from "#contract/webhook.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import layout from "#ui/lists/row.module.css";
import classes from "./Webhooks.module.css";
import { useGetDeliveriesQuery, useSendAgainMutation, webhooksApi } from "./webhooksApi.ts";

/** The time in ms between two requests while a delivery is pending. */
const POLL_MS = 2_000;

const STATES: Readonly<Record<DeliveryState, readonly [label: string, tone: Tone]>> = {
  pending: ["Waiting", "amber"],
  delivered: ["Delivered", "green"],
  failed: ["Failed", "red"],
};

/** The last deliveries of a webhook. It refetches them while one is pending. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data: known } = webhooksApi.endpoints.getDeliveries.useQueryState(webhook.id);
  const isWaiting = known?.some(({ state }) => state === "pending");
  const query = useGetDeliveriesQuery(webhook.id, {
    refetchOnMountOrArgChange: true,
    ...pollWhile(isWaiting, POLL_MS),
  });
  const { data: deliveries } = query;
  return (
    <Dialog
      title={`Deliveries to ${new URL(webhook.url).host}`}
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <LoadState
        query={query}
        loading="Loading deliveries"
        failure="Failed to load the deliveries"
      />
      <output className={classes.note}>{deliveries && summaryOf(deliveries)}</output>
      {deliveries && deliveries.length > 0 && (
        <ol className={layout.rows}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={webhook.id} delivery={delivery} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

/** Screen readers announce it when the newest delivery gets another state. */
function summaryOf(deliveries: readonly WebhookDelivery[]): string {
  const [newest] = deliveries;
  if (!newest) return "Nothing has been sent in the last 7 days.";
  const [label] = STATES[newest.state];
  return `${countOf(deliveries.length, "delivery", "deliveries")} · the newest: ${label.toLowerCase()}`;
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, event, state, created_at, attempts, attempted_at, next_attempt_at } = delivery;
  const { response_code, error } = delivery;
  const [sendAgain, { isLoading }] = useSendAgainMutation();
  const [label, tone] = STATES[state];
  const time = formatInstantFull(created_at);
  const response = response_code === null ? "no response" : `response ${response_code}`;
  const facts = [
    time,
    attempted_at && response,
    countOf(attempts, "attempt"),
    attempts > 0 && next_attempt_at && `next attempt ${formatInstantFull(next_attempt_at)}`,
  ];
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.name}>
          {event} <Badge tone={tone}>{label}</Badge>
        </p>
        <p className={classes.note}>{facts.filter(Boolean).join(" · ")}</p>
        {error && <p className={classes.excerpt}>{error}</p>}
      </div>
      <Button
        size="sm"
        busy={isLoading}
        aria-label={`Send again ${event}, ${time}`}
        onClick={() => void sendAgain({ id: webhookId, deliveryId: id })}
      >
        Send again
      </Button>
    </li>
  );
}
