import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { copyLink } from '#web/ui/copy.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import '#web/ui/dialogs.css'
import './InviteDialog.css'

/** The link and QR code of the user's invitation. The code is rendered in the browser. */
export function InviteDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const address = `${location.origin}/invite/${uid}`
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'invite.friends', message: 'Invite friends' })}>
      <div className="wl-dialog wl-invite-dialog">
        <p className="wl-muted">
          {i18n._({
            id: 'invite.text',
            message: 'Friends who open it see your public taste print, and how well you match once they join.',
          })}
        </p>
        <QrCode text={address} label={i18n._({ id: 'invite.qr', message: 'QR code of your invitation' })} />
        <code className="wl-invite-address" dir="ltr">
          {address}
        </code>
        <div className="wl-dialog-actions">
          <Button onClick={() => void copyLink(i18n, address)}>{i18n._({ id: 'invite.copy', message: 'Copy the link' })}</Button>
        </div>
      </div>
    </Modal>
  )
}
