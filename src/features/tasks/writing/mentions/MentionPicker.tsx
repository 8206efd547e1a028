import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { cx } from "#lib/cx.ts";
import { insertText } from "#lib/text/insertText.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Option, useActiveOption } from "#ui/picker/activeOption.tsx";
import classes from "./MentionPicker.module.css";
import { findQuery, type MentionQuery, offeredUsers, withMention } from "./mentionQuery.ts";

const NONE: User[] = [];

/** The mention that the user is typing; null without one, or after Escape. */
function useQuery(area: RefObject<HTMLTextAreaElement | null>, value: string) {
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const read = useEffectEvent(() => {
    const element = area.current;
    const hasFocus = element !== null && document.activeElement === element;
    const found = hasFocus ? findQuery(element.value, element.selectionEnd) : null;
    setQuery((before) =>
      before?.start === found?.start && before?.text === found?.text ? before : found,
    );
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the caret is in the field, which has its new text only now
  useEffect(() => read(), [value]);
  useEffect(() => {
    const listen = () => read();
    // Fires after each move of the caret, also when the field gets or loses the focus.
    document.addEventListener("selectionchange", listen);
    const element = area.current;
    element?.addEventListener("blur", listen);
    return () => {
      document.removeEventListener("selectionchange", listen);
      element?.removeEventListener("blur", listen);
    };
  }, [area]);
  return [query, setQuery] as const;
}

/** Describes the open list to assistive technology, on the field that keeps the focus. */
function useListAttributes(
  area: RefObject<HTMLTextAreaElement | null>,
  listId: string,
  activeId: string | undefined,
): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || activeId === undefined) return undefined;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": listId,
      "aria-activedescendant": activeId,
    };
    for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [area, listId, activeId]);
}

/**
 * A list of people below a text field, while the user types a mention. Arrow keys choose, Enter and
 * Tab insert, Escape closes. The field keeps the focus.
 */
export function MentionPicker({
  area,
  value,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
}) {
  const { data: users = NONE } = useGetUsersQuery();
  const [query, setQuery] = useQuery(area, value);
  const [chosen, setChosen] = useState(0);
  const offered = query ? offeredUsers(users, query) : NONE;
  const count = offered.length;
  const index = Math.max(0, Math.min(chosen, count - 1));
  const active = offered[index];
  const list = useActiveOption({ count, index, active: active?.id, goTo: setChosen });
  useListAttributes(area, list.listId, list.activeId);

  function insert(user: User) {
    if (!query || !area.current) return;
    const { text, range } = withMention(value, query, user.name);
    setQuery(null);
    setChosen(0);
    insertText(area.current, text, range);
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) insert(active);
    else if (event.key === "Escape") setQuery(null);
    else if (!list.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = area.current;
    const listen = (event: KeyboardEvent) => handleKey(event);
    // Uses the capture phase, to run before the listeners of the field and of a dialog around it.
    element?.addEventListener("keydown", listen, true);
    return () => element?.removeEventListener("keydown", listen, true);
  }, [area]);

  return (
    <div className={classes.anchor}>
      <output className="visually-hidden">
        {active && `${active.name}, ${index + 1} of ${offered.length}. Press Enter to mention.`}
      </output>
      {active && <Offered list={list} users={offered} active={active} onInsert={insert} />}
    </div>
  );
}

function Offered({
  list: { listId, optionId },
  users,
  active,
  onInsert,
}: {
  list: ReturnType<typeof useActiveOption>;
  users: readonly User[];
  active: User;
  onInsert: (user: User) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select or datalist can't belong to a text area
    <div id={listId} role="listbox" aria-label="People to mention" className={classes.list}>
      {users.map((user) => (
        <Option
          key={user.id}
          id={optionId(user.id)}
          isSelected={user === active}
          className={cx(classes.option, user === active && classes.active)}
          onPick={() => onInsert(user)}
        >
          <Avatar name={user.name} size="sm" decorative />
          <span dir="auto" className={classes.name}>
            {user.name}
          </span>
          <span className={classes.email}>{user.email}</span>
        </Option>
      ))}
    </div>
  );
}

/** Offers people while the user types a mention. Other servers have no mentions. */
export function Mentions(props: ComponentProps<typeof MentionPicker>) {
  const hasExtensions = useSelector(selectHasExtensions);
  if (!hasExtensions || !props.value.includes("@")) return null;
  return <MentionPicker {...props} />;
}
