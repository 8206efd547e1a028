import { original } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { type CallError, isUnsure, statusOf } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import type { User, UserUpdate } from "#contract/user.ts";
import { isObject } from "#lib/json.ts";
import { readUser, readUserResponse } from "#session/storedUser.ts";

const userPath = (id: User["id"]) => `/api/users/${encodeURIComponent(id)}`;

/** The listeners report failures. */
const IGNORE = () => undefined;

/** Reads the response of GET /api/users (§7): `{ users }` or the bare list. */
export function normaliseUsers(raw: unknown): User[] {
  const list: unknown = isObject(raw) ? raw.users : raw;
  if (!Array.isArray(list)) return [];
  return list.map(readUser).filter((user) => user !== null);
}

/**
 * Whether the cached users may be out of date after a failure: the outcome is unknown, the user is
 * gone (404), or the user is the last admin (409).
 */
const isOutdated = (error: CallError) =>
  isUnsure(error) || [404, 409].includes(statusOf(error) ?? 0);

/** A change of one user. A bulk action shows one toast for all its changes, and refetches once. */
export interface UserChange {
  id: User["id"];
  change: UserUpdate;
  isBulk?: boolean;
}

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUsers: build.query<User[], void>({
      query: () => readCalls.users(),
      transformResponse: normaliseUsers,
      providesTags: ["User"],
    }),
    /** Null for a response without a user. */
    getUser: build.query<User | null, User["id"]>({
      query: userPath,
      transformResponse: (raw: unknown) => readUserResponse(raw),
      providesTags: ["User"],
    }),
    updateUser: build.mutation<unknown, UserChange>({
      query: ({ id, change }) => ({ url: userPath(id), method: "PUT", body: change }),
      onQueryStarted: async ({ id, change }, { dispatch, queryFulfilled }) => {
        const patch = usersApi.util.updateQueryData("getUsers", undefined, (users) => {
          // A search in the plain list spares Immer a draft of each user.
          const user = users[original(users)?.findIndex((one) => one.id === id) ?? -1];
          if (user) Object.assign(user, change);
        });
        await queryFulfilled.then(() => void dispatch(patch), IGNORE);
      },
      invalidatesTags: (_response, error, { isBulk }) =>
        isBulk || (error && !isOutdated(error)) ? [] : ["User", "Team"],
    }),
    deleteUser: build.mutation<unknown, User["id"]>({
      query: (id) => ({ url: userPath(id), method: "DELETE" }),
      // Removes the row at once, before the users are refetched.
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const patch = usersApi.util.updateQueryData("getUsers", undefined, (users) =>
          original(users)?.filter((user) => user.id !== id),
        );
        await queryFulfilled.then(() => void dispatch(patch), IGNORE);
      },
      invalidatesTags: (_response, error) =>
        error && !isOutdated(error) ? [] : ["User", "Team", "Task", "Board", "Comment"],
    }),
  }),
});

export const { useGetUsersQuery, useGetUserQuery, useUpdateUserMutation, useDeleteUserMutation } =
  usersApi;
