import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./EmptyState.tsx";

/** What stands where something failed to load; read out when it appears. */
export function ErrorState({
  title,
  text,
  action,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert />} title={title} text={text} action={action} />
    </div>
  );
}
