import { Suspense, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconPencil, IconRepeat } from '@tabler/icons-react'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Moment } from '#contract/moments.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { postMoment } from '../moments.pending.ts'
import { quotedOf } from '../moments.quotes.ts'

const QuoteDialog = lazyComponent(async () => (await import('../composer/QuoteDialog.tsx')).QuoteDialog)

/** Reposts a moment, or quotes it with a text. Only those who may see the moment see it there. */
export function RepostButton({ moment }: { moment: Moment }) {
  const { i18n } = useLingui()
  const me = useMe()
  const [isQuoting, setQuoting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const quoted = quotedOf(moment)
  if (!me || !quoted) return null
  const repost = () => {
    const audience = moment.audience === 'everyone' ? 'everyone' : 'buddies'
    void postMoment(me, { id: newUuidv7(Date.now()), text: '', audience, pictures: [], quoted })
    notify('positive', i18n._({ id: 'moments.repost.done', message: 'Reposted. You can delete it in the menu of your moment.' }))
  }
  const label = i18n._({ id: 'moments.repost.open', message: 'Repost or quote' })
  return (
    <>
      <MenuButton
        button={
          <button ref={button} type="button" className="wl-moment-action" aria-label={label} title={label}>
            <IconRepeat size={20} stroke={1.8} aria-hidden />
          </button>
        }
        entries={() => [
          { icon: IconRepeat, label: i18n._({ id: 'moments.repost', message: 'Repost' }), act: repost },
          { icon: IconPencil, label: i18n._({ id: 'moments.quote', message: 'Quote' }), act: () => setQuoting(true) },
        ]}
      />
      {isQuoting && (
        <Suspense>
          <QuoteDialog
            quoted={quoted}
            audience={moment.audience === 'everyone' ? 'everyone' : 'buddies'}
            me={me}
            onClose={() => {
              setQuoting(false)
              setTimeout(() => button.current?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
