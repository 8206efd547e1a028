/** An estimate, for a card with a one-line title. Rendered cards are measured. */
export const CARD_HEIGHT_PX = 78;
/** The gap between cards. */
export const GAP_PX = 8;
