import { useDeferredValue } from "react";

/** The options of a longer list that the first render has. */
const FIRST_OPTIONS = 20;

/**
 * The options of a `<select>` from a list that is fetched. If the list lacks the selected id, an
 * option with the label `unknown` stands for it. A long list is completed after the first render,
 * so that a form opens faster.
 */
export function Options({
  list,
  selected = "",
  unknown,
}: {
  list: readonly { id: string; name: string; is_active?: boolean }[];
  selected?: string;
  unknown?: string;
}) {
  const isComplete = useDeferredValue(true, list.length <= FIRST_OPTIONS);
  const shown = isComplete
    ? list
    : list.filter(({ id }, index) => index < FIRST_OPTIONS || id === selected);
  return (
    <>
      {selected && !list.some(({ id }) => id === selected) && (
        <option value={selected}>{unknown}</option>
      )}
      {shown.map(({ id, name, is_active }) => (
        <option key={id} value={id}>
          {is_active === false ? `${name} (inactive)` : name}
        </option>
      ))}
    </>
  );
}
