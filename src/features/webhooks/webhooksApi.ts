import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { keepSecret } from "#api/secrets.ts";
import { idTag, listTag } from "#api/tags.ts";
import type {
  ListedWebhook,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookSecretResponse,
  WebhooksResponse,
} from "#contract/shapes/webhook.ts";
import type { WebhookInput, WebhookPatch } from "#contract/webhook.ts";

const URL = "/api/webhooks";
const pathOf = (id: string) => `${URL}/${encodeURIComponent(id)}`;

const webhookIn = ({ webhook, secret }: WebhookSecretResponse): Webhook =>
  keepSecret(webhook, secret);

/**
 * The tags of one webhook. They are invalidated after a refusal too, because the cached data may be
 * out of date.
 */
const ofWebhook = (id: string) => [listTag("Webhook"), idTag("Webhook", id)];

export const webhooksApi = callsOf("webhooks").injectEndpoints({
  endpoints: (build) => ({
    /** Null if the server has no webhooks. */
    getWebhooks: build.query<ListedWebhook[] | null, void>({
      query: () => ({ url: URL }),
      transformResponse: (raw) => (raw as Partial<WebhooksResponse> | null)?.webhooks ?? null,
      providesTags: [listTag("Webhook")],
    }),
    getDeliveries: build.query<WebhookDelivery[], string>({
      query: (id) => ({ url: `${pathOf(id)}/deliveries` }),
      transformResponse: ({ deliveries }: WebhookDeliveriesResponse) => deliveries,
      providesTags: (_deliveries, _error, id) => [idTag("Webhook", id)],
    }),
    createWebhook: build.mutation<Webhook, WebhookInput>({
      query: (body) => ({ url: URL, method: "POST", body }),
      transformResponse: webhookIn,
      invalidatesTags: [listTag("Webhook")],
    }),
    replaceSecret: build.mutation<Webhook, string>({
      query: (id) => ({ url: `${pathOf(id)}/secret`, method: "POST" }),
      transformResponse: webhookIn,
      invalidatesTags: [listTag("Webhook")],
    }),
    changeWebhook: build.mutation<unknown, { id: string; patch: WebhookPatch }>({
      query: ({ id, patch }) => ({ url: pathOf(id), method: "PATCH", body: patch }),
      invalidatesTags: (_response, _error, { id }) => ofWebhook(id),
    }),
    deleteWebhook: build.mutation<unknown, string>({
      query: (id) => ({ url: pathOf(id), method: "DELETE" }),
      invalidatesTags: [listTag("Webhook")],
    }),
    sendTest: build.mutation<unknown, string>({
      query: (id) => ({ url: `${pathOf(id)}/test`, method: "POST" }),
      invalidatesTags: (_response, _error, id) => ofWebhook(id),
    }),
    sendAgain: build.mutation<unknown, { id: string; deliveryId: string }>({
      query: ({ id, deliveryId }) => ({
        url: `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redelivery`,
        method: "POST",
      }),
      invalidatesTags: (_response, _error, { id }) => ofWebhook(id),
    }),
  }),
});

// A new secret has its own dialog.
addCallTexts(webhooksApi, {
  createWebhook: { serverFailure: "Failed to create the webhook" },
  replaceSecret: { serverFailure: "Failed to replace the secret" },
  changeWebhook: { success: "Webhook saved", serverFailure: "Failed to save the webhook" },
  deleteWebhook: { success: "Webhook deleted", serverFailure: "Failed to delete the webhook" },
  sendTest: { serverFailure: "Failed to send a test" },
  sendAgain: {
    success: "The delivery is sent again",
    serverFailure: "Failed to send the delivery again",
  },
});

export const {
  useGetWebhooksQuery,
  useGetDeliveriesQuery,
  useCreateWebhookMutation,
  useReplaceSecretMutation,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useSendTestMutation,
  useSendAgainMutation,
} = webhooksApi;
