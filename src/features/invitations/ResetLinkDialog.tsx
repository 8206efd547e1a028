import { useState } from "react";
import type { User } from "#contract/shapes/user.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { LinkDialog, type ShownLink, withAddress } from "./LinkDialog.tsx";
import { useMakeResetLinkMutation } from "./linksApi.ts";

/** Makes a link by which a user chooses a new password. */
export function ResetLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [makeResetLink, { isLoading }] = useMakeResetLinkMutation();
  const [link, setLink] = useState<ShownLink | null>(null);

  async function make() {
    const { data } = await makeResetLink(user.id);
    if (data) setLink(withAddress(data));
  }

  if (link) return <LinkDialog link={link} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Password reset link"
      message={
        <>
          Create a link by which <bdi>{user.name}</bdi> chooses a new password? It works once, for
          72 hours. An earlier link stops working.
        </>
      }
      confirmLabel="Create link"
      busy={isLoading}
      onConfirm={() => void make()}
      onCancel={onClose}
    />
  );
}
