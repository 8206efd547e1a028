import { Search } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { SEARCH_MAX } from "#contract/task.ts";
import { selectBoardFiltersState } from "#features/board/filter/boardFilterSelectors.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import { Field } from "#ui/Field.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./BoardFilter.module.css";

const { searchTyped, typingPaused } = boardFiltersSlice.actions;

/** The board's search box. The cards follow every key. */
export function BoardSearch() {
  const dispatch = useDispatch();
  const state = useSelector(selectBoardFiltersState);
  const text = state.phase === "closed" ? state.query.filters.search : state.text;
  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form, so that Enter searches at once
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(typingPaused());
      }}
    >
      <Field
        label="Search the board"
        labelHidden
        limited={{ text, max: SEARCH_MAX, name: "Search" }}
      >
        {(props) => (
          <div className={classes.around}>
            <Search className={classes.glass} aria-hidden="true" />
            <TextInput
              {...props}
              type="search"
              name="search"
              aria-keyshortcuts="/"
              placeholder="Search the board"
              autoComplete="off"
              enterKeyHint="search"
              className={classes.box}
              value={text}
              onChange={({ target }) => dispatch(searchTyped({ text: target.value }))}
            />
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          </div>
        )}
      </Field>
    </form>
  );
}
