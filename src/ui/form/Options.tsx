/** The options of a `<select>` from a list. */
export function Options({ list }: { list: readonly { id: string; name: string }[] }) {
  return list.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
