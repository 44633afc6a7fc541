import { useLingui } from '@lingui/react'
import { IconQrcode } from '@tabler/icons-react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'

const LazyInviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog)

/** Invites friends by a link or a QR code. */
export function InviteFriends({ uid }: { uid: string }) {
  const { i18n } = useLingui()
  return (
    <DialogButton
      variant="default"
      leftSection={<IconQrcode size={20} stroke={1.8} aria-hidden />}
      renderDialog={(close) => <LazyInviteDialog uid={uid} onClose={close} />}
    >
      {i18n._({ id: 'invite.friends', message: 'Invite friends' })}
    </DialogButton>
  )
}
