import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

/** Replaces content that failed to load. Screen readers announce it. */
export function ErrorState({
  title,
  text,
  isRetrying,
  onRetry,
  action = onRetry && (
    <Button busy={isRetrying} onClick={() => void onRetry()}>
      Try again
    </Button>
  ),
}: {
  title: string;
  text?: ReactNode;
  isRetrying?: boolean;
  onRetry?: () => unknown;
  /** Buttons in place of "Try again". */
  action?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert />} title={title} text={text} action={action} />
    </div>
  );
}
