import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";

/** Asks before one user becomes an admin. */
export function PromoteDialog({
  name,
  onConfirm,
  onCancel,
}: {
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Make ${name} an admin`}
      message="Admins manage all users and teams. You can change the role back."
      confirmLabel="Make admin"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
