import { useRef } from "react";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { digestKey } from "#contract/activityDigest.ts";
import type { ActivityEntry, ActivityResponse } from "#contract/shapes/activity.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { OlderItems } from "#ui/lists/OlderItems.tsx";
import { useGetActivityInfiniteQuery } from "./activityApi.ts";
import { Entry } from "./Entry.tsx";

/** The single entries of a line. */
export default function LineEntries({ line }: { line: ActivityEntry }) {
  const list = useRef<HTMLOListElement>(null);
  const { actor, kind, number, oldest } = line;
  const query = useGetActivityInfiniteQuery(
    {
      digest: false,
      actor: actor.id,
      kind,
      before: number + 1,
      ...(oldest > 1 && { after: oldest - 1 }),
    },
    ALWAYS_FRESH,
  );
  const ofLine = (page: ActivityResponse | null) =>
    page?.entries.filter((one) => digestKey(one) === digestKey(line)) ?? [];
  if (query.error) return <LoadFailure query={query} title="Failed to load the changes" />;
  if (!query.currentData) return <Spinner label="Loading the changes" />;
  return (
    <>
      <ol ref={list}>
        {query.currentData.pages.flatMap(ofLine).map((entry) => (
          <Entry key={entry.id} entry={entry} isNew={false} />
        ))}
      </ol>
      <OlderItems
        query={query}
        which="more"
        noun="changes"
        countOf={(page) => ofLine(page).length}
        itemAt={(index) => list.current?.querySelectorAll("li a")[index]}
      />
    </>
  );
}
