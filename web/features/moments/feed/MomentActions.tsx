import { useLingui } from '@lingui/react'
import { IconHeart, IconHeartFilled, IconMessage, IconMessageCircle, IconShare3, IconPencil, IconRepeat } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { shareLink } from '#web/ui/copy.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { momentUrl, useMomentLink } from '../moment-address.ts'
import { setLiked } from '../moments.likes.ts'
import { useRef, useState } from 'react'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { postMoment } from '../moments.pending.ts'
import { quotedOf } from '../moments.quotes.ts'
import './MomentActions.css'

const QuoteDialog = lazyPart(async () => (await import('../composer/QuoteDialog.tsx')).QuoteDialog)

/** Reposts a moment, or quotes it with a text. Only those who may see the moment see it there. */
function RepostButton({ moment }: { moment: Moment }) {
  const { i18n } = useLingui()
  const me = useMe()
  const [isQuoting, setQuoting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const quoted = quotedOf(moment)
  if (!me || !quoted) return null
  const repost = async () => {
    const audience = moment.audience === 'everyone' ? 'everyone' : 'buddies'
    const id = newUuidv7(Date.now())
    const outcome = await postMoment(me, { id, text: '', audience, pictures: [], quoted })
    if (outcome === 'done')
      notify('positive', i18n._({ id: 'moments.repost.done', message: 'Reposted. You can delete it in the menu of your moment.' }))
    if (outcome === 'rejected') notify('error', i18n._({ id: 'moments.refused', message: 'That didn’t work. Please try again.' }))
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
          { icon: IconRepeat, label: i18n._({ id: 'moments.repost', message: 'Repost' }), act: () => void repost() },
          { icon: IconPencil, label: i18n._({ id: 'moments.quote', message: 'Quote' }), act: () => setQuoting(true) },
        ]}
      />
      {isQuoting && (
        <QuoteDialog
          quoted={quoted}
          audience={moment.audience === 'everyone' ? 'everyone' : 'buddies'}
          me={me}
          onClose={() => {
            setQuoting(false)
            setTimeout(() => button.current?.focus())
          }}
        />
      )}
    </>
  )
}

/** Like, comment, reply in a chat with the moment attached, share. */
export function MomentActions({ moment }: { moment: Moment }) {
  const { i18n } = useLingui()
  const { id, liked, likes, comments, mine, author } = moment
  const name = shortName(author)
  const count = (value: number) => value > 0 && i18n.number(value, { notation: 'compact' })
  return (
    <div className="wl-moment-actions">
      <button
        type="button"
        className="wl-moment-action"
        aria-pressed={liked}
        aria-label={i18n._({
          id: 'moments.like',
          message: '{count, plural, =0 {Like} one {Like, # like} other {Like, # likes}}',
          values: { count: likes },
        })}
        onClick={() => void setLiked(moment, !liked)}
      >
        {liked ? <IconHeartFilled size={20} aria-hidden /> : <IconHeart size={20} stroke={1.8} aria-hidden />}
        <span aria-hidden>{count(likes)}</span>
      </button>
      <Link
        className="wl-moment-action"
        {...useMomentLink(moment, { isCommenting: comments === 0 })}
        aria-label={i18n._({
          id: 'moments.comments.open',
          message: '{count, plural, =0 {Comment} one {# comment} other {# comments}}',
          values: { count: comments },
        })}
      >
        <IconMessage size={20} stroke={1.8} aria-hidden />
        <span aria-hidden>{count(comments)}</span>
      </Link>
      <RepostButton moment={moment} />
      {!mine && (
        <Link
          className="wl-moment-action"
          to={`/chat?uid=${author.uid}&moment=${id}`}
          aria-label={i18n._({ id: 'moments.answer', message: 'Answer {name} in the chat', values: { name } })}
          title={i18n._({ id: 'moments.answer', message: 'Answer {name} in the chat', values: { name } })}
        >
          <IconMessageCircle size={20} stroke={1.8} aria-hidden />
        </Link>
      )}
      <button
        type="button"
        className="wl-moment-action"
        aria-label={i18n._({ id: 'moments.share', message: 'Share' })}
        title={i18n._({ id: 'moments.share', message: 'Share' })}
        onClick={() =>
          void shareLink(i18n, {
            title: i18n._({ id: 'moments.share.title', message: 'A moment from {name}', values: { name: moment.author.name } }),
            url: momentUrl(moment),
          })
        }
      >
        <IconShare3 size={20} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}

/** A placeholder with the height of the actions, so that nothing moves. */
export const MomentActionsPlaceholder = () => <div className="wl-moment-actions" />
