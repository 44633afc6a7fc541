import { useLingui } from '@lingui/react'
import { IconQrcode } from '@tabler/icons-react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const LazyInviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog)

/** Invites friends by a link or a QR code. */
export function InviteFriends({ uid }: { uid: string }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button
        ref={trigger}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconQrcode size={20} stroke={1.8} aria-hidden />}
        onClick={open}
      >
        {i18n._({ id: 'invite.friends', message: 'Invite friends' })}
      </Button>
      {isOpen && <LazyInviteDialog uid={uid} onClose={close} />}
    </>
  )
}
