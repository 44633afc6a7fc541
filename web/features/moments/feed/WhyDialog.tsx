import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import '#web/ui/dialogs.css'

/** Explains why a moment is in the viewer's feed, and who else can see it. */
export function WhyDialog({ moment, onClose }: { moment: Moment; onClose: () => void }) {
  const { i18n } = useLingui()
  const { author, mine } = moment
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'moments.why', message: 'Why am I seeing this?' })}>
      <div className="wl-dialog">
        <p>{reasonText(i18n, moment)}</p>
        <p className="wl-muted">{audienceText(i18n, moment)}</p>
        {!mine && (
          <div className="wl-dialog-actions">
            <Button component={Link} to={`/view-connection/${author.uid}`} variant="default">
              {i18n._({ id: 'moments.why.match', message: 'See what you have in common' })}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

function reasonText(i18n: I18n, { author, mine, is_buddy: isBuddy, match_percent: percent }: Moment): string {
  const values = { name: author.name, percent }
  if (mine) return i18n._({ id: 'moments.why.mine', message: 'It’s your own moment.' })
  if (isBuddy) return i18n._({ id: 'moments.why.buddy', message: 'You and {name} are buddies.', values })
  if (percent !== null) {
    return i18n._({
      id: 'moments.why.percent',
      message: '{name} isn’t your buddy, but your taste matches {percent}%. Public moments of people with similar taste appear here.',
      values,
    })
  }
  return i18n._({ id: 'moments.why.public', message: '{name} shared it with everyone.', values })
}

function audienceText(i18n: I18n, { author, mine, audience }: Moment): string {
  const values = { name: author.name }
  if (audience === 'only_me') return i18n._({ id: 'moments.why.only-me', message: 'Nobody else can see it.' })
  if (audience === 'everyone') return i18n._({ id: 'moments.why.everyone', message: 'Everyone can see it.' })
  return mine
    ? i18n._({ id: 'moments.why.my-buddies', message: 'Only your buddies can see it.' })
    : i18n._({ id: 'moments.why.buddies', message: 'Only buddies of {name} can see it.', values })
}
