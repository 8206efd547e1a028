import { type CSSProperties, type ReactNode, type Ref, Suspense, useRef } from "react";
import type { ListedTeam, Team } from "#contract/shapes/team.ts";
import { cx } from "#lib/cx.ts";
import { formatInstant } from "#lib/dates/day.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { countOf } from "#lib/text/formatCount.ts";
import card from "#ui/page/Card.module.css";
import classes from "./TeamsPage.module.css";
import { TeamTasksLink } from "./TeamTasksLink.tsx";

/** Up to this many teams are rendered completely, so that the browser's own search finds each. */
const MAX_RENDERED = 100;
/** The teams of a longer grid until the code that measures it has arrived. */
const FIRST_TEAMS = 30;

const VirtualTeams = lazyPart(() => import("./VirtualTeams.tsx"));

/** Renders the card of a team. `measure` is for the first card of a virtual row. */
export type RenderTeam = (index: number, row?: number, measure?: Ref<HTMLLIElement>) => ReactNode;

/** The teams as cards (§2). Of many, only those near the window are rendered. */
export function TeamGrid({
  teams,
  onOpen,
}: {
  teams: readonly ListedTeam[];
  onOpen: (team: Team) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const render: RenderTeam = (index, row, measure) => {
    const team = teams[index];
    return (
      team && (
        <li
          key={team.id}
          ref={measure}
          data-index={row}
          aria-setsize={teams.length}
          aria-posinset={index + 1}
          className={cx(card.card, card.opens, card.rises, classes.card)}
        >
          <TeamCard team={team} onOpen={() => onOpen(team)} />
        </li>
      )
    );
  };
  const grid = (cards: ReactNode, style?: CSSProperties) => (
    <ul ref={list} className={classes.grid} style={style}>
      {cards}
    </ul>
  );
  const first = (most: number) => teams.slice(0, most).map((_, index) => render(index));
  if (teams.length <= MAX_RENDERED) return grid(first(MAX_RENDERED));
  return (
    <Suspense fallback={grid(first(FIRST_TEAMS))}>
      <VirtualTeams count={teams.length} list={list} grid={grid} render={render} />
    </Suspense>
  );
}

function TeamCard({ team, onOpen }: { team: ListedTeam; onOpen: () => void }) {
  const { member_count: members, open_tasks: tasks } = team;
  return (
    <>
      <h2 dir="auto" className={classes.name}>
        <button type="button" className={cx(card.cover, classes.open)} onClick={onOpen}>
          {team.name}
        </button>
      </h2>
      <p dir="auto" className={cx(card.threeLines, classes.description)}>
        {team.description || "No description"}
      </p>
      {members !== undefined && tasks !== undefined && (
        <p className={classes.counts}>
          {countOf(members, "member")} · {countOf(tasks, "open task")}
        </p>
      )}
      <div className={classes.foot}>
        <p className={classes.created}>Created {formatInstant(team.created_at)}</p>
        <TeamTasksLink team={team} className={classes.tasks} />
      </div>
    </>
  );
}
