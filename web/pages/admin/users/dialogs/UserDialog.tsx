import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { PasswordDialog } from '../passwords/PasswordDialog.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { QuotasDialog } from '../quotas/QuotasDialog.tsx';
import { TimeZoneDialog } from './TimeZoneDialog.tsx';
import type { DialogKind, UserDialogProps } from '../shared-props.ts';

const dialogs = {
  password: PasswordDialog,
  quotas: QuotasDialog,
  timeZone: TimeZoneDialog,
  profile: ProfileDialog,
  delete: DeleteUserDialog,
};

/** One of the dialogs about an account. */
export function UserDialog({ kind, ...props }: UserDialogProps & { kind: DialogKind }) {
  const Chosen = dialogs[kind];
  return <Chosen {...props} />;
}
