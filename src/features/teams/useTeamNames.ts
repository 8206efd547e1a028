import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { teamNamesApi } from "./teamNamesApi.ts";

const { useQueryState, useQuerySubscription } = teamNamesApi.endpoints.getTeamNames;

/**
 * The teams' names by their ids; undefined until they arrive, and with a server that has no call for
 * them. Components share one request, which is sent once one of them wants the names.
 */
export function useTeamNames(isWanted = true): Readonly<Record<string, string>> | undefined {
  const hasExtensions = useSelector(selectHasExtensions);
  useQuerySubscription(undefined, { skip: !isWanted || !hasExtensions });
  // Not the subscription's data, because names from the last visit show before any response.
  return useQueryState(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;
}
