import { type ReactNode, useId } from "react";
import { COLUMN_ROLES, type ColumnRole, DATE_ORDERS } from "#contract/imports.ts";
import type { ImportColumn, ImportList, ImportPerson } from "#contract/shapes/imports.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { assignable, personOption, usePeople } from "#features/users/usePeople.tsx";
import { countOf } from "#lib/text/formatCount.ts";
import { Select } from "#ui/form/Select.tsx";
import { PickerField } from "#ui/picker/PickerField.tsx";
import classes from "./ImportPage.module.css";
import type { Mapping } from "./useMapping.ts";

const ROLE_LABELS: Readonly<Record<ColumnRole, string>> = {
  title: "Title",
  description: "Description",
  list: "Status",
  priority: "Priority",
  due: "Due date",
  assignee: "Assignee",
  labels: "Labels",
  created: "Creation date",
  done: "Done or not",
  board: "Board or project",
  keep: "Keep in the description",
  ignore: "Leave out",
};

const TARGETS = [...TASK_STATUSES, "skip"] as const;

/** A titled group of selects, each with the name of what it maps. */
function Group({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <p className={classes.hint}>{hint}</p>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

function Row({
  name,
  facts,
  children,
}: {
  name: string;
  facts: string | null;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <label htmlFor={id} dir="auto" className={classes.title}>
          {name}
        </label>
        {facts !== null && (
          <p dir="auto" className={classes.facts}>
            {facts}
          </p>
        )}
      </div>
      {children(id)}
    </li>
  );
}

export function ColumnFields({
  columns,
  mapping,
}: {
  columns: readonly ImportColumn[];
  mapping: Mapping;
}) {
  if (columns.length === 0) return null;
  return (
    <Group title="Columns" hint="What each column of the table becomes.">
      {columns.map(({ name, samples }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns keep their order, and may share a name
        <Row key={`${index} ${name}`} name={name} facts={samples.join(" · ") || "Empty"}>
          {(id) => (
            <Select
              id={id}
              className={classes.select}
              value={mapping.roleOf(index)}
              onChange={({ target }) => mapping.chooseRole(index, target.value as ColumnRole)}
            >
              {COLUMN_ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </Select>
          )}
        </Row>
      ))}
    </Group>
  );
}

export function ListFields({ lists, mapping }: { lists: readonly ImportList[]; mapping: Mapping }) {
  return (
    <Group title="Lists" hint="The status that the tasks of each list get.">
      {lists.map(({ key, name, count, isUnknown }) => (
        <Row
          key={key}
          name={name}
          facts={`${countOf(count, "task")}${isUnknown && mapping.targetOf(key) === "Todo" ? " · Unknown status" : ""}`}
        >
          {(id) => (
            <Select
              id={id}
              className={classes.select}
              value={mapping.targetOf(key)}
              onChange={({ target }) =>
                mapping.chooseTarget(key, TARGETS.find((one) => one === target.value) ?? "Todo")
              }
            >
              {TARGETS.map((target) => (
                <option key={target} value={target}>
                  {target === "skip" ? "Don't import" : target}
                </option>
              ))}
            </Select>
          )}
        </Row>
      ))}
    </Group>
  );
}

/** What the row says about a person's address; null if the name is the address. */
function addressIn({ name, email }: Pick<ImportPerson, "name" | "email">): string | null {
  if (!email) return "No email address";
  return email === name ? null : email;
}

export function PersonFields({
  people,
  mapping,
}: {
  people: readonly ImportPerson[];
  mapping: Mapping;
}) {
  const users = assignable(usePeople());
  const optionsFor = (key: string) => [
    {
      key: "",
      label: "Nobody",
      checked: mapping.userOf(key) === "",
      onSelect: () => mapping.chooseUser(key, ""),
    },
    ...users.map((user) =>
      personOption(user, user.id === mapping.userOf(key), () => mapping.chooseUser(key, user.id)),
    ),
  ];
  if (people.length === 0) return null;
  return (
    <Group
      title="People"
      hint="Who gets their tasks. Descriptions keep the names of people without an account."
    >
      {people.map(({ key, name, email }) => (
        <Row key={key} name={name} facts={addressIn({ name, email })}>
          {(id) => (
            <div className={classes.select}>
              <PickerField
                id={id}
                label={name}
                value={users.find((user) => user.id === mapping.userOf(key))?.label ?? "Nobody"}
                options={() => optionsFor(key)}
              />
            </div>
          )}
        </Row>
      ))}
    </Group>
  );
}

export function DateField({ mapping }: { mapping: Mapping }) {
  return (
    <Group title="Dates" hint="The order of day and month in this file.">
      <Row name="03/04/2026 means" facts="For dates with slashes or hyphens">
        {(id) => (
          <Select
            id={id}
            className={classes.select}
            value={mapping.dates ?? "mdy"}
            onChange={({ target }) =>
              mapping.chooseDates(DATE_ORDERS.find((one) => one === target.value) ?? "mdy")
            }
          >
            <option value="mdy">March 4</option>
            <option value="dmy">April 3</option>
          </Select>
        )}
      </Row>
    </Group>
  );
}
