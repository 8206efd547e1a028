import type { UserUpdate } from "#contract/user.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";

/** Activating or deactivating users. */
export interface UserBulkAction {
  active: boolean;
}

type UserBulkState = BulkState<UserBulkAction, UserUpdate>;

export const userBulk = createBulk<UserBulkAction, UserUpdate>("userBulk");

/** The part of the store's state that this feature reads. */
export interface WithUserBulk {
  userBulk: UserBulkState;
}

export const selectUserBulk = ({ userBulk }: WithUserBulk): UserBulkState => userBulk;
