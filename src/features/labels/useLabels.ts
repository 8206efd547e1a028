import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { labelsApi, type ShownLabel } from "./labelsApi.ts";

const { useQueryState, useQuerySubscription } = labelsApi.endpoints.getLabels;

/**
 * The labels by name; undefined until they arrive, and with a server that has none. Components share one
 * request, which is sent once one of them wants the labels.
 */
export function useLabels(isWanted = true): readonly ShownLabel[] | undefined {
  const hasExtensions = useSelector(selectHasExtensions);
  useQuerySubscription(undefined, { skip: !isWanted || !hasExtensions });
  return useQueryState(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;
}
