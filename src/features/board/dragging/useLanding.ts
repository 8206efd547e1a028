import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useMemo } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { selectLanded } from "#features/board/moves/boardSelectors.ts";
import type { Landing } from "#features/board/moves/boardSlice.ts";

const GLOW = [
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px var(--color-focus)" },
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px transparent" },
];

/** The last landing that a column has seen to. Not its list's: an empty column has none. */
export interface Welcomed {
  has: (landing: Landing) => boolean;
  add: (landing: Landing) => void;
}

/** @param before what came to stand somewhere before the column was there */
export function createWelcomed(before: Landing | null): Welcomed {
  let last = before;
  return {
    has: (landing) => landing === last,
    add: (landing) => {
      last = landing;
    },
  };
}

/**
 * When a card comes to stand in this column: brings it into sight, lets it glow for a moment, and
 * gives it the focus when it was moved by keyboard or menu, or when its move took the focus away.
 */
export function useLanding(
  cards: readonly TaskSummary[],
  list: Virtualizer<HTMLElement, HTMLLIElement>,
  element: RefObject<HTMLElement | null>,
  welcomed: Welcomed,
): void {
  const landed = useSelector(selectLanded);
  const index = useMemo(
    () => (landed ? cards.findIndex((card) => card.id === landed.cardId) : -1),
    [landed, cards],
  );

  useLayoutEffect(() => {
    if (!landed || welcomed.has(landed) || index < 0) return;
    list.scrollToIndex(index, { align: "auto" });
  }, [landed, index, list, welcomed]);

  // Again after each render until the card is there: a long list renders it only once it has scrolled.
  useEffect(() => {
    if (!landed || welcomed.has(landed) || index < 0) return;
    const slots = element.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [];
    const slot = [...slots].find(({ dataset }) => dataset["card"] === landed.cardId);
    const link = slot?.querySelector<HTMLElement>("a");
    if (!slot || !link) return;
    welcomed.add(landed);
    slot.animate?.(GLOW, { duration: 900, easing: "ease-out" });
    const lost = document.activeElement === document.body;
    if (landed.by === "menu" || landed.by === "keyboard" || lost) {
      link.focus({ preventScroll: true });
      slot.closest("section")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
    }
  });
}
