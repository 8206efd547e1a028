import { type ComponentType, useRef } from "react";
import type { RunResult } from "#contract/run.ts";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./RunItems.module.css";
import type { RunItem as Item } from "./runsApi.ts";

export const RESULTS: Readonly<Record<RunResult, { label: string; tone: Tone }>> = {
  waiting: { label: "Not attempted", tone: "grey" },
  done: { label: "Done", tone: "green" },
  unchanged: { label: "Already so", tone: "grey" },
  left_out: { label: "Left out", tone: "amber" },
  refused: { label: "Refused", tone: "red" },
  undone: { label: "Undone", tone: "blue" },
  kept: { label: "Not undone", tone: "amber" },
};

/** What names an item: a user's name and e-mail address, or a task's title. */
const namesIn = (item: Item) =>
  "user" in item
    ? { name: item.user.name, email: item.user.email, unnamed: "A deleted user" }
    : { name: item.task.title, email: "", unnamed: "A deleted task" };

/** The button of an item. It calls `onDone` when it will be removed, and with it the focus. */
export type ItemAction = ComponentType<{ item: Item; onDone: () => void }>;

/** A user or a task of a bulk action, with the result and its reason. */
export function RunItem({
  item,
  link,
  Action,
}: {
  item: Item;
  Action: ItemAction | undefined;
  link: { to: string; title: string } | undefined;
}) {
  const row = useRef<HTMLLIElement>(null);
  const { label, tone } = RESULTS[item.result];
  const { name, email, unnamed } = namesIn(item);
  const shown = <bdi>{name || unnamed}</bdi>;
  return (
    <li ref={row} tabIndex={-1} className={classes.item}>
      <span className={classes.user}>
        {link && name ? (
          <Link {...link} className={classes.name}>
            {shown}
          </Link>
        ) : (
          shown
        )}{" "}
        {email && <span className={classes.address}>{email}</span>}
      </span>
      {item.reason && <span className={classes.reason}>{item.reason}</span>}
      <Badge tone={tone}>{label}</Badge>
      {Action && <Action item={item} onDone={() => row.current?.focus()} />}
    </li>
  );
}
