import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import { selectionSlice } from "#features/selection/selectionSlice.ts";

export { default } from "#features/board/view/BoardPage.tsx";

export const storeParts = { slices: [selectionSlice, boardFiltersSlice] };
