import { api } from "#api/api.ts";
import { changed, idTag } from "#api/tags.ts";
import type { InboxReadInput, InboxResponse, InboxSettings } from "#contract/inbox.ts";

const URL = "/api/inbox";

/** Null for any other response. */
function readInbox(raw: unknown): InboxResponse | null {
  const inbox = (raw ?? {}) as Partial<InboxResponse>;
  const { items, unread, hasOlder = false } = inbox;
  return Array.isArray(items) && typeof unread === "number" ? { items, unread, hasOlder } : null;
}

/** The tasks and comments that an inbox shows: it is refetched when one of them changes. */
const shownIn = ({ items }: InboxResponse) =>
  [...new Set(items.map(({ task }) => task.id))].flatMap((id) => [
    idTag("Task", id),
    idTag("Comment", id),
  ]);

export const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the user's current day, because the inbox has the tasks that are due. */
    getInbox: build.query<InboxResponse | null, string>({
      query: () => URL,
      transformResponse: readInbox,
      providesTags: (inbox) => ["Inbox", ...(inbox ? shownIn(inbox) : [])],
    }),
    markAsRead: build.mutation<unknown, InboxReadInput>({
      query: (body) => ({ url: `${URL}/read`, method: "POST", body }),
      invalidatesTags: (_response, error) => changed(error, ["Inbox"]),
    }),
    getInboxSettings: build.query<InboxSettings, void>({
      query: () => `${URL}/settings`,
      providesTags: ["Inbox"],
    }),
    saveInboxSettings: build.mutation<InboxSettings, Partial<InboxSettings>>({
      query: (body) => ({ url: `${URL}/settings`, method: "PUT", body }),
      invalidatesTags: (_response, error) => changed(error, ["Inbox"]),
    }),
  }),
});

export const {
  useGetInboxQuery,
  useMarkAsReadMutation,
  useGetInboxSettingsQuery,
  useSaveInboxSettingsMutation,
} = inboxApi;
