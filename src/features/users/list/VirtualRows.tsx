import { type ReactNode, type Ref, type RefObject, useEffect } from "react";
import { useWindowRows } from "#ui/lists/useWindowRows.ts";
import classes from "./UserTable.module.css";
import type { UserList } from "./useUserList.ts";

/** An estimate, for a wide screen. */
const ROW_HEIGHT_PX = 49;
/** The next page is read when this many loaded rows are left below. */
const ROWS_AHEAD = 30;

/** The visible rows of a long list, which reads further pages when it is scrolled. */
export default function VirtualRows({
  list: { users, loadMore },
  body,
  row,
}: {
  list: UserList;
  body: RefObject<HTMLTableSectionElement | null>;
  row: (index: number, measure?: Ref<HTMLTableRowElement>) => ReactNode;
}) {
  const { rows, before, after, measure } = useWindowRows({
    count: users.length,
    estimatePx: ROW_HEIGHT_PX,
    keyOf: (index) => users[index]?.id ?? index,
    list: body,
  });
  const isNearEnd = (rows.at(-1) ?? 0) >= users.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, loadMore]);
  return (
    <tbody ref={body}>
      <Space height={before} />
      {rows.map((index) => row(index, measure))}
      <Space height={after} />
    </tbody>
  );
}

/** Takes the space of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className={classes.space} style={{ height }} />;
}
