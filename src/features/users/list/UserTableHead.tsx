import type { UserSort } from "#contract/userList.ts";
import { SortableHead } from "#ui/lists/SortableHead.tsx";
import classes from "./UserTable.module.css";

/** A column. A column without `sort` can't be sorted by. */
interface Column {
  label: string;
  name: string;
  /** The order of the first click. The second click reverses it. */
  sort?: UserSort;
}

const ACTIONS: Column = { label: "Actions", name: "colActions" };

/** The columns of §2. */
const COLUMNS: readonly Column[] = [
  { label: "Name", name: "colName", sort: "name" },
  { label: "Email", name: "colEmail", sort: "email" },
  { label: "Role", name: "colRole", sort: "role" },
  { label: "Status", name: "colStatus", sort: "status" },
  { label: "Created", name: "colCreated", sort: "-created" },
];

/** The additional columns of a server that sends more fields. */
const MORE_COLUMNS: readonly Column[] = [
  { label: "Last seen", name: "colSeen", sort: "-seen" },
  { label: "Teams", name: "colTeams", sort: "-teams" },
  { label: "Open tasks", name: "colTasks", sort: "-tasks" },
];

/** The heads of the columns. A click sorts by the column. */
export function UserTableHead({
  isListed,
  sort,
  onSort,
}: {
  isListed: boolean;
  sort: UserSort;
  onSort: (sort: UserSort) => void;
}) {
  const columns = [...COLUMNS, ...(isListed ? MORE_COLUMNS : []), ACTIONS];
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.tick}>
          <span className="visually-hidden">Select</span>
        </th>
        {columns.map(({ label, name, sort: first }) => (
          <SortableHead
            key={name}
            label={label}
            className={classes[name]}
            first={first}
            sort={sort}
            // A third click sorts by the column again.
            onSort={(next) => onSort(next || (first ?? sort))}
          />
        ))}
      </tr>
    </thead>
  );
}
