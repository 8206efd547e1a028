import { type RefObject, useEffect, useLayoutEffect, useMemo } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { CardVirtualizer } from "#features/board/cards/virtualCards.ts";
import type { Landing } from "#features/board/data/boardSlice.ts";
import { selectLanded } from "#features/changes/shown/shownBoard.ts";

const GLOW = [
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px var(--color-focus)" },
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px transparent" },
];

const GLOW_MS = 900;

/**
 * Scrolls to a card that lands in this column, and makes it glow for a moment. Focuses the card if
 * it was moved by keyboard or menu, or if no element has the focus.
 *
 * @param handledRef the last landing that the column has handled
 */
export function useLanding(
  cards: readonly TaskSummary[],
  list: CardVirtualizer | null,
  element: RefObject<HTMLElement | null>,
  handledRef: RefObject<Landing | null>,
): void {
  const landed = useSelector(selectLanded);
  const index = useMemo(
    () => (landed ? cards.findIndex((card) => card.id === landed.cardId) : -1),
    [landed, cards],
  );

  useLayoutEffect(() => {
    if (!landed || handledRef.current === landed || index < 0) return;
    list?.scrollToIndex(index, { align: "auto" });
  }, [landed, index, list, handledRef]);

  // Runs after each render: a long list renders the card only once it has scrolled there.
  useEffect(() => {
    if (!landed || handledRef.current === landed || index < 0) return;
    const slots = element.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [];
    const slot = [...slots].find(({ dataset }) => dataset["card"] === landed.cardId);
    const link = slot?.querySelector<HTMLElement>("a");
    if (!slot || !link) return;
    handledRef.current = landed;
    slot.animate?.(GLOW, { duration: GLOW_MS, easing: "ease-out" });
    const isFocusLost = document.activeElement === document.body;
    if (landed.by === "menu" || landed.by === "keyboard" || isFocusLost) {
      link.focus({ preventScroll: true });
      slot.closest("section")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
    }
  });
}
