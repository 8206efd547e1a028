import { original, type ThunkAction, type UnknownAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { type CallError, hasUnknownOutcome, isGone, statusOf } from "#api/errors.ts";
import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import type { UserUpdate } from "#contract/user.ts";
import { userListApi } from "./userListApi.ts";
import { userPath, usersApi } from "./usersApi.ts";

/** The listeners report failures. */
const IGNORE = () => undefined;

/**
 * Whether the cached users may be out of date after a failure: the outcome is unknown, the user is
 * gone, or the user is the last admin (409).
 */
const isOutdated = (error: CallError) =>
  hasUnknownOutcome(error) || isGone(error) || statusOf(error) === 409;

/**
 * A change of one user. A bulk action shows one toast for all its changes, and refetches once. The toast
 * of a change of a known user offers Undo.
 */
export interface UserChange {
  id: User["id"];
  change: UserUpdate;
  former?: User | undefined;
  isBulk?: boolean;
}

/** Shows a confirmed change in the lists at once, before they are refetched. */
const patchLists =
  (
    id: User["id"],
    changed: (user: ListedUser) => ListedUser[],
  ): ThunkAction<void, WithApi, unknown, UnknownAction> =>
  (dispatch, getState) => {
    const { selectCachedArgsForQuery, updateQueryData } = userListApi.util;
    for (const args of selectCachedArgsForQuery(getState(), "listUsers")) {
      const patch = updateQueryData("listUsers", args, ({ pages }) => {
        for (const { users } of pages) {
          // The search uses the plain list, so that Immer creates no draft of each user.
          const index = original(users)?.findIndex((user) => user.id === id) ?? -1;
          const user = users[index];
          if (user) users.splice(index, 1, ...changed(user));
        }
      });
      dispatch(patch);
    }
  };

/** The changes of users, whose code only the users screen needs. */
export const userChangesApi = usersApi.injectEndpoints({
  endpoints: (build) => ({
    updateUser: build.mutation<unknown, UserChange>({
      query: ({ id, change }) => ({ url: userPath(id), method: "PUT", body: change }),
      onQueryStarted: async ({ id, change }, { dispatch, queryFulfilled }) => {
        const show = () =>
          dispatch(patchLists(id, (user) => [{ ...user, ...change } as ListedUser]));
        await queryFulfilled.then(show, IGNORE);
      },
      invalidatesTags: (_response, error, { isBulk }) =>
        isBulk || (error && !isOutdated(error)) ? [] : ["User", "Team"],
    }),
    deleteUser: build.mutation<unknown, User["id"]>({
      query: (id) => ({ url: userPath(id), method: "DELETE" }),
      // Removes the row at once, before the users are refetched.
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(() => dispatch(patchLists(id, () => [])), IGNORE);
      },
      invalidatesTags: (_response, error) =>
        error && !isOutdated(error) ? [] : ["User", "Team", "Task", "Board", "Comment"],
    }),
  }),
});

/** A bulk action has a toast of its own for all its changes. */
const single =
  (ofRole: string, ofStatus: string) =>
  ({ change, isBulk }: UserChange): string | null => {
    if (isBulk) return null;
    return change.role ? ofRole : ofStatus;
  };

addCallTexts(userChangesApi, {
  updateUser: {
    success: single("User role updated", "User status updated"),
    failure: single("Failed to update role", "Failed to update user"),
    undo: ({ id, change, former }) =>
      former
        ? {
            title: former.name,
            undo: (dispatch) => {
              const { role, is_active } = former;
              const back = change.role ? { role } : { is_active };
              void dispatch(userChangesApi.endpoints.updateUser.initiate({ id, change: back }));
            },
          }
        : null,
  },
  deleteUser: { success: "User deleted", failure: "Failed to delete user" },
});

export const { useUpdateUserMutation, useDeleteUserMutation } = userChangesApi;
