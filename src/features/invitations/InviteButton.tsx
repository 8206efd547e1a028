import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import { InviteDialog } from "./InviteDialog.tsx";

/** Opens the dialog that invites people. Other servers have no invitations. */
export function InviteButton() {
  const isOurs = useSelector(selectHasExtensions);
  const [open, setOpen] = useState(false);
  if (!isOurs) return null;
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        Invite people
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
