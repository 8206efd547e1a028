import type { TypedUseInfiniteQueryHookResult } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, unlessRefused } from "#api/tags.ts";
import { type InboxReadInput, positionOf } from "#contract/inbox.ts";
import type { InboxResponse, InboxSettings } from "#contract/shapes/inbox.ts";

const URL = "/api/inbox";

/** Null for any other response. */
function readInbox(raw: unknown): InboxResponse | null {
  const inbox = (raw ?? {}) as Partial<InboxResponse>;
  const { items, unread, hasOlder = false } = inbox;
  return Array.isArray(items) && typeof unread === "number" ? { items, unread, hasOlder } : null;
}

/** The tasks and comments that an inbox shows: it is refetched when one of them changes. */
const shownIn = (inbox: InboxResponse | null) =>
  [...new Set((inbox?.items ?? []).flatMap(({ task }) => task?.id ?? []))].flatMap((id) => [
    idTag("Task", id),
    idTag("Comment", id),
  ]);

export const inboxApi = callsOf("inbox").injectEndpoints({
  endpoints: (build) => ({
    /**
     * Pages of the inbox, newest first. The argument is the user's current day, because the first page
     * has the tasks that are due.
     */
    getInbox: build.infiniteQuery<InboxResponse | null, string, string>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (inbox) => {
          const last = inbox?.items.at(-1);
          return inbox?.hasOlder && last ? positionOf(last) : undefined;
        },
      },
      query: ({ pageParam: before }) => ({ url: URL, params: before ? { before } : {} }),
      transformResponse: readInbox,
      providesTags: (inbox) => ["Inbox", ...(inbox?.pages ?? []).flatMap(shownIn)],
    }),
    markAsRead: build.mutation<unknown, InboxReadInput>({
      query: (body) => ({ url: `${URL}/read`, method: "POST", body }),
      invalidatesTags: (_response, error) => unlessRefused(error, ["Inbox"]),
    }),
    getInboxSettings: build.query<InboxSettings, void>({
      query: () => `${URL}/settings`,
      providesTags: ["Inbox"],
    }),
    saveInboxSettings: build.mutation<InboxSettings, Partial<InboxSettings>>({
      query: (body) => ({ url: `${URL}/settings`, method: "PUT", body }),
      invalidatesTags: (_response, error) => unlessRefused(error, ["Inbox"]),
    }),
  }),
});

addCallTexts(inboxApi, {
  markAsRead: { failure: "Failed to mark as read" },
  saveInboxSettings: { failure: "Failed to save inbox settings" },
});

export const {
  useGetInboxInfiniteQuery,
  useMarkAsReadMutation,
  useGetInboxSettingsQuery,
  useSaveInboxSettingsMutation,
} = inboxApi;

export type InboxPagesQuery = TypedUseInfiniteQueryHookResult<
  InboxResponse | null,
  string,
  string,
  Query
>;

/** Drops the older pages of the inbox on a day. */
export const keepNewestPage = (day: string) =>
  inboxApi.util.updateQueryData("getInbox", day, (inbox) => {
    inbox.pages.splice(1);
    inbox.pageParams.splice(1);
  });
