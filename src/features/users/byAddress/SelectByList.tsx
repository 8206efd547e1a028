import { type SubmitEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { RUN_ITEMS_MAX } from "#contract/run.ts";
import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import { useListAllUsersQuery } from "#features/users/userListApi.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { Field } from "#ui/form/Field.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import { Addresses } from "./Addresses.tsx";
import { AddressList, LIST_CHARACTERS_MAX } from "./AddressList.tsx";
import { type AddressMatches, byAddress, matchAddresses } from "./matchAddresses.ts";
import classes from "./SelectByList.module.css";

/** Opens the dialog that selects users by a list of their addresses. */
export function SelectByList(props: SelectMoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Select by list…
      </Button>

      {isOpen && <SelectByListDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The list without filters. */
const EVERYBODY = {};

/** Selects users by a pasted list or a file of their addresses, after a preview. */
function SelectByListDialog({
  list: { loaded, isPartial },
  guarded,
  selection: { ids, replace },
  addKnown,
  onClose,
}: SelectMoreProps & { onClose: () => void }) {
  const query = useListAllUsersQuery(EVERYBODY, { skip: !isPartial });
  const users = isPartial ? query.data : loaded;
  const [text, setText] = useState("");
  // A long list is matched after the keystroke has been shown.
  const settled = useDeferredValue(text);
  const usersByAddress = useMemo(() => users && byAddress(users), [users]);
  const matches = useMemo(
    () => usersByAddress && matchAddresses(settled.slice(0, LIST_CHARACTERS_MAX), usersByAddress),
    [settled, usersByAddress],
  );
  const sorted = useMemo(
    () => matches && sortMatches(matches, ids, guarded),
    [matches, ids, guarded],
  );
  const count = sorted?.selectable.length ?? 0;
  const isTooLong = matches && matches.found.length + matches.unknown.length > RUN_ITEMS_MAX;
  const isReady = count > 0 && settled === text && text.length <= LIST_CHARACTERS_MAX && !isTooLong;

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!sorted || !isReady) return;
    addKnown(sorted.selectable);
    replace([...ids, ...sorted.selectable.map(({ id }) => id)]);
    toast.success(`${countOf(count, "user")} selected`, { id: "selected" });
    onClose();
  }

  return (
    <FormDialog
      title="Select users by a list"
      form={{
        formProps: { noValidate: true, onSubmit },
        isDirty: text.trim() !== "",
        isSubmitting: false,
        isRestored: false,
        discard: () => undefined,
      }}
      submitLabel={`Select ${countOf(count, "user")}`}
      busyLabel="Selecting..."
      submitProps={{ disabled: !isReady }}
      question={{ title: "Discard this list?", message: "Nobody has been selected yet." }}
      onClose={onClose}
    >
      <div className={classes.stack}>
        <AddressList text={text} onChange={setText} />
        <output className={classes.matches}>
          {isTooLong && (
            <p className={classes.error}>
              Enter at most {formatCount(RUN_ITEMS_MAX)} addresses at a time.
            </p>
          )}
          {sorted && text.trim() !== "" && <MatchesPreview matches={sorted} />}
          {!users && !query.error && <p>Loading users…</p>}
        </output>
        {sorted && sorted.unknown.length > 0 && <UnknownAddresses addresses={sorted.unknown} />}
        {!users && query.error && <LoadFailure query={query} title="Failed to fetch users" />}
      </div>
    </FormDialog>
  );
}

/** The addresses that no user has, to be copied. */
function UnknownAddresses({ addresses }: { addresses: readonly string[] }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.unknown}>
      <Field label="Not found">
        {(props) => (
          <TextArea
            {...props}
            ref={field}
            rows={2}
            className={classes.list}
            readOnly
            value={addresses.join("\n")}
          />
        )}
      </Field>
      <CopyButton field={field} label="Copy" name="Copy the addresses that were not found" />
    </div>
  );
}

/** The users of a list by whether they can be selected. */
interface SortedMatches {
  selectable: readonly ListedUser[];
  /** The number of users who are selected already. */
  selected: number;
  /** Addresses of users who can't be selected, with the reason. */
  guarded: ReadonlyMap<string, readonly string[]>;
  unknown: readonly string[];
}

function sortMatches(
  { found, unknown }: AddressMatches<ListedUser>,
  selectedIds: ReadonlySet<User["id"]>,
  reasons: ReadonlyMap<User["id"], string>,
): SortedMatches {
  const guarded = new Map<string, string[]>();
  for (const { user, email } of found) {
    const reason = reasons.get(user.id);
    if (reason) guarded.set(reason, [...(guarded.get(reason) ?? []), email]);
  }
  const free = found.flatMap(({ user }) => (reasons.has(user.id) ? [] : user));
  const selectable = free.filter(({ id }) => !selectedIds.has(id));
  return { selectable, selected: free.length - selectable.length, guarded, unknown };
}

/** Shows which users a list of addresses will select, and which it won't, with reasons. */
function MatchesPreview({ matches }: { matches: SortedMatches }) {
  const { selectable, selected, guarded, unknown } = matches;
  const inactive = selectable.filter(({ is_active }) => !is_active).length;
  return (
    <>
      <span>
        {`Found: ${countOf(selectable.length, "user")}${inactive > 0 ? `, ${formatCount(inactive)} of them inactive` : ""}`}
      </span>
      {selected > 0 && <span>Already selected: {formatCount(selected)}</span>}
      {[...guarded].map(([reason, addresses]) => (
        <Addresses key={reason} label={`Can't be selected (${reason})`} addresses={addresses} />
      ))}
      {unknown.length > 0 && <span>Not found: {formatCount(unknown.length)}</span>}
    </>
  );
}
