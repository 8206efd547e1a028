import type { WithApi } from "#api/api.ts";
import type { User } from "#contract/user.ts";
import type { ListedUser } from "#contract/userList.ts";
import { userChangesApi } from "#features/users/userChangesApi.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import { userListApi } from "./userListApi.ts";

const { updateUser, deleteUser } = userChangesApi.endpoints;

/** Shows confirmed changes in the lists at once, before they are refetched. */
export function startListPatches(startListening: StartListening<WithApi>): void {
  function patch(
    { getState, dispatch }: { getState: () => WithApi; dispatch: StoreDispatch<WithApi> },
    id: User["id"],
    change: (user: ListedUser) => ListedUser[],
  ) {
    const { selectCachedArgsForQuery, updateQueryData } = userListApi.util;
    for (const args of selectCachedArgsForQuery(getState(), "listUsers")) {
      dispatch(
        updateQueryData("listUsers", args, ({ pages }) => {
          for (const page of pages) {
            const index = page.users.findIndex((user) => user.id === id);
            const user = page.users[index];
            if (user) page.users.splice(index, 1, ...change(user));
          }
        }),
      );
    }
  }

  startListening({
    matcher: updateUser.matchFulfilled,
    effect: ({ meta }, listenerApi) => {
      const { id, change } = meta.arg.originalArgs;
      patch(listenerApi, id, (user) => [{ ...user, ...change } as ListedUser]);
    },
  });
  startListening({
    matcher: deleteUser.matchFulfilled,
    effect: ({ meta }, listenerApi) => patch(listenerApi, meta.arg.originalArgs, () => []),
  });
}
