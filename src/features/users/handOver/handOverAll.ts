import type { CallError } from "#api/errors.ts";
import type { User } from "#contract/user.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { handOverApi } from "./handOverApi.ts";

/**
 * The maximum number of calls for one user. A user with more than 100,000 open tasks keeps the
 * rest.
 */
const CALLS_MAX = 1_000;

/** Hands over all open tasks of a user, a hundred with each call. */
export async function handOverAll(
  from: User["id"],
  to: User["id"] | null,
  dispatch: StoreDispatch,
): Promise<{ error?: CallError }> {
  for (let call = 0; call < CALLS_MAX; call += 1) {
    const request = handOverApi.endpoints.handOver.initiate({ from, to }, { track: false });
    const { data, error } = await dispatch(request);
    if (error) return { error };
    if (!data.left) break;
  }
  return {};
}
