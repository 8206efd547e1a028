import { CalendarClock, ListChecks, TriangleAlert } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { useSelector } from "react-redux";
import { BACKUP_FAILED, JOB_ENDED } from "#contract/inbox.ts";
import type { InboxItem } from "#contract/shapes/inbox.ts";
import { PeopleText } from "#features/users/mentions/PeopleText.tsx";
import { commentAnchor, paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./InboxPanel.module.css";
import { titleOf, whatHappened } from "./inboxWords.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The items, each of which leads to its task or comment. Arrow keys move between them. */
export function InboxList({
  list,
  items,
  onOpen,
}: {
  list: RefObject<HTMLUListElement | null>;
  items: readonly InboxItem[];
  onOpen: (item: InboxItem) => void;
}) {
  function handleKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const index = links.findIndex((link) => link === document.activeElement);
    if (step === undefined || index < 0) return;
    event.preventDefault();
    links[index + step]?.focus();
  }

  const order = [...new Set(items.flatMap(({ task }) => task?.id ?? []))];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it have the focus
    <ul ref={list} className={classes.list} onKeyDown={handleKeyDown}>
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemLink item={item} isFirst={index === 0} order={order} onOpen={() => onOpen(item)} />
        </li>
      ))}
    </ul>
  );
}

function ItemLink({
  item,
  isFirst,
  order,
  onOpen,
}: {
  item: InboxItem;
  isFirst: boolean;
  /** The tasks of all items. */
  order: readonly string[];
  onOpen: () => void;
}) {
  const { task, comment, at, read } = item;
  const ownId = useSelector(selectStoredUser)?.id ?? "";
  const to = task
    ? paths.task(task.id) + (comment ? commentAnchor(comment.id) : "")
    : withoutTask(item, ownId);
  return (
    <Link
      to={to}
      order={order}
      className={cx(classes.item, !read && classes.unread)}
      data-autofocus={isFirst ? "" : undefined}
      onClick={onOpen}
    >
      <Picture item={item} />
      <span className={classes.text}>
        <span dir="auto" className={classes.title}>
          {titleOf(item)}
        </span>
        <span className={classes.what}>
          {whatHappened(item)}
          {at !== null && (
            <>
              {" · "}
              <time dateTime={at} title={formatInstantFull(at)}>
                {formatRelative(at)}
              </time>
            </>
          )}
        </span>
        {comment && (
          <span dir="auto" className={classes.excerpt}>
            <PeopleText text={comment.excerpt} />
          </span>
        )}
      </span>
      <span className={classes.mark}>
        {!read && <span className="visually-hidden">, unread</span>}
      </span>
    </Link>
  );
}

/** The address of an item that is not about one task. */
function withoutTask({ kind, job }: InboxItem, ownId: string): string {
  if (kind === BACKUP_FAILED) return paths.audit;
  if (!job) return paths.userTasks(ownId);
  if (job.startsWith("import")) return paths.import;
  return job.startsWith("user") ? paths.users : paths.tasks;
}

function Picture({ item: { kind, actor } }: { item: InboxItem }) {
  if (actor) return <Avatar name={actor.name} decorative />;
  const isLate = kind !== "due_today" && kind !== JOB_ENDED;
  const OnTime = kind === JOB_ENDED ? ListChecks : CalendarClock;
  return (
    <span className={cx(classes.due, isLate && classes.late)} aria-hidden="true">
      {isLate ? <TriangleAlert /> : <OnTime />}
    </span>
  );
}
