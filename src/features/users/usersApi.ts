import { original } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { type CallError, isUnsure, statusOf } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import type { User, UserUpdate } from "#contract/user.ts";
import { isObject } from "#lib/json.ts";
import { readUser, readUserResponse } from "#session/storedUser.ts";

const pathOf = (id: User["id"]) => `/api/users/${encodeURIComponent(id)}`;

/** Answer of GET /api/users (§7): `{ users }` or the bare list. */
export function normaliseUsers(raw: unknown): User[] {
  const list: unknown = isObject(raw) ? raw.users : raw;
  if (!Array.isArray(list)) return [];
  return list.map(readUser).filter((user) => user !== null);
}

/**
 * Failures that tell that the users are not those that we know: one is gone, or the last admin; or
 * that they may not be, when the change was perhaps carried out.
 */
const outOfDate = (error: CallError) =>
  isUnsure(error) || [404, 409].includes(statusOf(error) ?? 0);

const succeeded = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

/** A change of one user. As one of many it is told with the others, and the list is asked for once. */
export interface UserChange {
  id: User["id"];
  change: UserUpdate;
  oneOfMany?: boolean;
}

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUsers: build.query<User[], void>({
      query: () => readCalls.users(),
      transformResponse: normaliseUsers,
      providesTags: ["User"],
    }),
    /** Null when the answer holds no user. */
    getUser: build.query<User | null, User["id"]>({
      query: pathOf,
      transformResponse: (raw: unknown) => readUserResponse(raw),
      providesTags: ["User"],
    }),
    updateUser: build.mutation<unknown, UserChange>({
      query: ({ id, change }) => ({ url: pathOf(id), method: "PUT", body: change }),
      onQueryStarted: async ({ id, change }, { dispatch, queryFulfilled }) => {
        if (!(await succeeded(queryFulfilled))) return;
        dispatch(
          usersApi.util.updateQueryData("getUsers", undefined, (users) => {
            // Looked up in the plain list: of a thousand users only one becomes a draft.
            const user = users[original(users)?.findIndex((one) => one.id === id) ?? -1];
            if (user) Object.assign(user, change);
          }),
        );
      },
      invalidatesTags: (_answer, error, { oneOfMany }) =>
        oneOfMany || (error && !outOfDate(error)) ? [] : ["User", "Team"],
    }),
    deleteUser: build.mutation<unknown, User["id"]>({
      query: (id) => ({ url: pathOf(id), method: "DELETE" }),
      // The row goes with the answer, and need not wait for the users to be fetched again.
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        if (!(await succeeded(queryFulfilled))) return;
        dispatch(
          usersApi.util.updateQueryData("getUsers", undefined, (users) =>
            original(users)?.filter((user) => user.id !== id),
          ),
        );
      },
      invalidatesTags: (_answer, error) =>
        error && !outOfDate(error) ? [] : ["User", "Team", "Task", "Board", "Comment"],
    }),
  }),
});

export const { useGetUsersQuery, useGetUserQuery, useUpdateUserMutation, useDeleteUserMutation } =
  usersApi;
