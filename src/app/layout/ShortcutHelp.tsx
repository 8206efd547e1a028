import { type Command, commands } from "#lib/commands/commands.ts";
import { Keys } from "#ui/button/Keys.tsx";
import classes from "./ShortcutHelp.module.css";

/** Keys that the browser or a single component handles, beside those of the commands. */
const OTHER_KEYS: readonly Command[] = [
  { group: "Everywhere", keys: "Esc", title: "Close a dialog or a menu" },
  { group: "With a task in focus", keys: "Enter", title: "Open the task" },
  {
    group: "With a task in focus",
    keys: "Space",
    title: "Lift the card of the board, and put it down",
  },
  { group: "With a task in focus", keys: "← →", title: "Move the lifted card to another column" },
  { group: "With a task in focus", keys: "Esc", title: "Put the lifted card back" },
  {
    group: "In a list or an open task",
    keys: "a p d s t",
    title: "In an open task: change its values",
  },
  { group: "In a search", keys: "Enter", title: "Go to the first hit, also with ↓" },
];

const ALL_KEYS: readonly Command[] = [...commands(), ...OTHER_KEYS];
const GROUPS = [...new Set(ALL_KEYS.map(({ group }) => group))];

/** Lists all shortcuts. */
export default function ShortcutHelp() {
  return GROUPS.map((group) => (
    <section key={group} className={classes.group}>
      <h3>{group}</h3>
      <dl>
        {ALL_KEYS.filter((command) => command.group === group).map(({ keys, title }) => (
          <div key={title} className={classes.row}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
