/** Query options of a screen that refetches when it opens and when the window gets the focus. */
export const ALWAYS_FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;
