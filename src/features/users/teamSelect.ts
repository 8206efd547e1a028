import type { ComponentType } from "react";

/** What a select of teams needs. The app gives it to the users' screen, which knows no teams. */
interface TeamSelectProps {
  value: string;
  /** The choices before the teams. */
  first: readonly { value: string; label: string }[];
  /** Whether it is highlighted, as a filter that is set. */
  isSet?: boolean;
  id?: string;
  onChoose: (team: string) => void;
}

export type TeamSelect = ComponentType<TeamSelectProps>;
