import classes from "./ImportPage.module.css";

/** Remarks about the whole file, such as what its format can't give. */
export function ImportNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
