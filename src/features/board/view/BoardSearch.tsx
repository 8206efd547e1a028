import { useDispatch, useSelector } from "react-redux";
import {
  boardFiltersSlice,
  selectBoardFiltersState,
} from "#features/board/filter/boardFiltersSlice.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { typedText } from "#lib/filters/filtersMachine.ts";
import { SearchField } from "#ui/filters/SearchField.tsx";
import classes from "./BoardFilter.module.css";

const { searchTyped, typingPaused } = boardFiltersSlice.actions;

/** The board's search box. The cards are filtered at every key. Enter and ↓ lead to the first one. */
export function BoardSearch() {
  const dispatch = useDispatch();
  const text = typedText(useSelector(selectBoardFiltersState));
  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form, so that Enter searches
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(typingPaused());
        document.querySelector<HTMLElement>(`${SLOT} a`)?.focus();
      }}
    >
      <SearchField
        label="Search the board"
        placeholder="Search the board"
        value={text}
        onChange={({ target }) => dispatch(searchTyped({ text: target.value }))}
      />
    </form>
  );
}
