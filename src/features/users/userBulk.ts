import type { UserUpdate } from "#contract/user.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";

/**
 * Activating or deactivating users, or handing over their open tasks. `tasks` is a text such as "3
 * open tasks"; `toName` is null if the tasks become unassigned.
 */
export type UserBulkAction =
  | { kind: "activation"; active: boolean }
  | { kind: "handOver"; tasks: string; toName: string | null };

/** A user's new values, or the user who gets their open tasks. */
export type UserBulkChange = UserUpdate | { to: string | null };

type UserBulkState = BulkState<UserBulkAction, UserBulkChange>;

export const userBulk = createBulk<UserBulkAction, UserBulkChange>("userBulk");

/** The part of the store's state that this feature reads. */
export interface WithUserBulk {
  userBulk: UserBulkState;
}

export const selectUserBulk = ({ userBulk }: WithUserBulk): UserBulkState => userBulk;

/**
 * Whether the users of the last action were activated or deactivated; undefined for another action.
 */
export const activationOf = (action: UserBulkAction | null): boolean | undefined =>
  action?.kind === "activation" ? action.active : undefined;
