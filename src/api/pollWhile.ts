/** Query options of a screen that refetches, while it shows, as long as something in the response is under way. */
export const pollWhile = (isUnderWay: boolean | undefined, intervalMs: number) =>
  ({ pollingInterval: isUnderWay ? intervalMs : 0, skipPollingIfUnfocused: true }) as const;
