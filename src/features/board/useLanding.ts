import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useSelector } from "react-redux";
import type { Task } from "#contract/task.ts";
import { selectLanded } from "./boardSelectors.ts";

const GLOW = [
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px var(--color-focus)" },
  { borderRadius: "var(--radius-lg)", boxShadow: "0 0 0 2px transparent" },
];

/**
 * When a card comes to stand in this column: brings it into sight, lets it glow for a moment, and
 * gives it the focus when it was moved by keyboard or menu, or when its move took the focus away.
 */
export function useLanding(
  cards: readonly Task[],
  list: Virtualizer<HTMLElement, HTMLLIElement>,
  element: RefObject<HTMLElement | null>,
): void {
  const landed = useSelector(selectLanded);
  const welcomed = useRef(landed);
  const index = useMemo(
    () => (landed ? cards.findIndex((card) => card.id === landed.cardId) : -1),
    [landed, cards],
  );

  useLayoutEffect(() => {
    if (!landed || landed === welcomed.current || index < 0) return;
    list.scrollToIndex(index, { align: "auto" });
  }, [landed, index, list]);

  // Again after each render until the card is there: a long list renders it only once it has scrolled.
  useEffect(() => {
    if (!landed || landed === welcomed.current || index < 0) return;
    const slots = element.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [];
    const slot = [...slots].find(({ dataset }) => dataset["card"] === landed.cardId);
    const link = slot?.querySelector<HTMLElement>("a");
    if (!slot || !link) return;
    welcomed.current = landed;
    slot.animate?.(GLOW, { duration: 900, easing: "ease-out" });
    const lost = document.activeElement === document.body;
    if (landed.by === "menu" || landed.by === "keyboard" || lost) {
      link.focus({ preventScroll: true });
      slot.closest("section")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
    }
  });
}
