import { useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";

/** Says before the user types that a form can't be sent without a connection. Its draft is kept. */
export function OfflineNote({ className }: { className?: string | undefined }) {
  const isOffline = useSelector(selectIsOffline);
  const text = isOffline ? "No connection: this can’t be sent now. What you type is kept." : "";
  return <LiveText text={text} className={className} />;
}
