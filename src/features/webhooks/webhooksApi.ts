import type { FetchArgs } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, listTag } from "#api/tags.ts";
import type {
  ListedWebhook,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookInput,
  WebhookPatch,
  WebhookSecretResponse,
  WebhooksResponse,
} from "#contract/webhook.ts";
import { keepSecret } from "#lib/secretVault.ts";

const URL = "/api/webhooks";
const pathOf = (id: string) => `${URL}/${encodeURIComponent(id)}`;

/** Sends a call whose response has a secret, which doesn't enter the store. */
async function receiveSecret(baseQuery: (call: FetchArgs) => ReturnType<Query>, call: FetchArgs) {
  const { data, error } = await baseQuery({ ...call, method: "POST" });
  if (error) return { error };
  const { webhook, secret } = data as WebhookSecretResponse;
  keepSecret(webhook.id, secret);
  return { data: webhook };
}

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
      queryFn: async (body, _api, _options, baseQuery) =>
        await receiveSecret(baseQuery, { url: URL, body }),
      invalidatesTags: [listTag("Webhook")],
    }),
    replaceSecret: build.mutation<Webhook, string>({
      queryFn: async (id, _api, _options, baseQuery) =>
        await receiveSecret(baseQuery, { url: `${pathOf(id)}/secret` }),
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
