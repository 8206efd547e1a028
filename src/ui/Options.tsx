/**
 * The options of a `<select>` from a list that is fetched. If the list lacks the selected id, an
 * option with the label `unknown` stands for it.
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
  return (
    <>
      {selected && !list.some(({ id }) => id === selected) && (
        <option value={selected}>{unknown}</option>
      )}
      {list.map(({ id, name, is_active }) => (
        <option key={id} value={id}>
          {is_active === false ? `${name} (inactive)` : name}
        </option>
      ))}
    </>
  );
}
