import { useId, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { useLingui } from '@lingui/react'
import type { PersonCard, Audience } from '#contract/people.ts'
import { visibleText } from '#contract/base/text.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { PasteButton } from '#web/features/links/PasteButton.tsx'
import { useAttachedLink } from '#web/features/media/share-search/use-attached-link.ts'
import { useShareSearch, type ShareSearchControl } from '#web/features/media/share-search/use-share-search.tsx'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import { PictureButton } from '#web/features/uploads/PictureButton.tsx'
import { usePictureDrop } from '#web/features/uploads/use-picture-drop.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { pastedFrom, type Pasted } from '#web/platform/clipboard.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { Form } from '#web/ui/inputs/Form.tsx'
import { ComposerMessage } from './ComposerMessage.tsx'
import { MomentMentions } from './MomentMentions.tsx'
import './MomentComposer.css'
import { findLink, type LinkRecord } from '#contract/links/links.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { pictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { usePictures, type Pictures } from '#web/features/uploads/use-pictures.ts'
import { useIsOffline } from '#web/platform/connectivity.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { draftKey, saveDraft, loadDraft, draftState, type DraftState } from './composer.draft.ts'
import { useDraftSync } from './draft-sync.ts'
import { focusPosted } from '../feed/focus-after.ts'
import { useRejectedNotice } from './use-rejected-notice.ts'
import { postMoment, withdrawPending, usePendingMoments } from '../moments.pending.ts'

const PictureDrafts = lazyPart(async () => (await import('#web/features/uploads/PictureDrafts.tsx')).PictureDrafts)
const AttachedLink = lazyPart(async () => (await import('#web/features/media/share-search/AttachedLink.tsx')).AttachedLink)

/** The moment composer. One line until it is used; expands on focus, with a draft, or with a dropped picture. */
export function MomentComposer({ me }: { me: PersonCard }) {
  const { i18n } = useLingui()
  const composer = useComposer(me)
  const [isTouched, setIsOpen] = useState(composer.text !== '')
  // Restored content is never collapsed.
  const isOpen = isTouched || visibleText(composer.text) !== '' || composer.pictures.items.length > 0
  const field = useRef<HTMLTextAreaElement>(null)
  const messageId = useId()
  useEffect(() => {
    // The focus was on the card of the rejected post.
    if (composer.failure) focusIfLost(field.current)
  }, [composer.failure])
  const attached = useAttachedLink(composer)
  const search = useShareSearch({ text: attached.shown, setText: attached.type, attach: attached.attach, field })
  const addPictures = (files: File[]) => {
    setIsOpen(true)
    composer.pictures.add(files)
  }
  const drop = usePictureDrop(addPictures)

  const submit = () => {
    const posted = composer.post()
    if (posted === null) return
    setIsOpen(false)
    field.current?.blur()
    focusPosted(posted)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  // Pasted text is handled by the browser.
  const handlePaste = (event: ClipboardEvent) => {
    const { pictures } = pastedFrom(event.clipboardData)
    if (pictures.length === 0) {
      if (event.target === field.current && attached.attachPasted(event.clipboardData.getData('text/plain'))) event.preventDefault()
      return
    }
    event.preventDefault()
    addPictures(pictures)
  }
  const handleBlur = (event: FocusEvent<HTMLFormElement>) => {
    const isEmpty = visibleText(composer.text) === '' && composer.pictures.items.length === 0
    if (isEmpty && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
  }

  return (
    // The form is not interactive itself; it handles its fields' blur events and dropped files.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Form
      className="wl-composer"
      data-open={isOpen || undefined}
      aria-label={i18n._({ id: 'moments.compose', message: 'Post a moment' })}
      onBlur={handleBlur}
      onSubmit={submit}
      onPaste={handlePaste}
      {...drop.handlers}
    >
      <Avatar person={me} size={40} />
      <div className="wl-composer-main">
        <textarea
          ref={field}
          className="wl-composer-field"
          dir="auto"
          rows={isOpen ? 3 : 1}
          value={attached.shown}
          placeholder={i18n._({ id: 'moments.compose.placeholder', message: 'Share a track, a video, a moment…' })}
          aria-label={i18n._({ id: 'moments.compose.field', message: 'What do you want to share?' })}
          aria-describedby={messageId}
          aria-invalid={composer.left < 0 || undefined}
          onFocus={() => setIsOpen(true)}
          onKeyDown={handleKey}
          onChange={({ currentTarget: { value } }) => {
            if (!search.opens(attached.shown, value)) attached.type(value)
          }}
        />
        <MomentMentions text={attached.shown} field={field} audience={composer.audience} onPick={attached.type} />
        {isOpen && search.panel}
        {composer.pictures.items.length > 0 && <PictureDrafts pictures={composer.pictures} />}
        {attached.link ? (
          <AttachedLink link={attached.link} onRemove={attached.remove} />
        ) : (
          composer.link && <LinkCard link={composer.link} />
        )}
        {isOpen && <ComposerFoot composer={composer} messageId={messageId} search={search} />}
      </div>
    </Form>
  )
}

/** A placeholder while the author's profile loads. */
export function ComposerSkeleton() {
  return (
    <div className="wl-composer">
      <Skeleton shape="round" width={40} />
      <div className="wl-composer-main">
        <span className="wl-composer-field" aria-hidden />
      </div>
    </div>
  )
}

function ComposerFoot({ composer, messageId, search }: { composer: Composer; messageId: string; search: ShareSearchControl }) {
  const { i18n } = useLingui()
  // Otherwise the server has it after a moment.
  const isOffline = useIsOffline()
  const paste = ({ text, pictures }: Pasted) => {
    if (pictures.length > 0) composer.pictures.add(pictures)
    if (text) composer.setText(composer.text === '' ? text : `${composer.text} ${text}`)
  }
  return (
    <>
      <ComposerMessage id={messageId} state={composer} failure={composer.failure} draft={isOffline ? composer.storedAs : undefined} />
      <div className="wl-composer-foot">
        <AudienceChoice
          label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
          value={composer.audience}
          onChange={composer.setAudience}
        />
        <div className="wl-composer-actions">
          {search.button}
          <PasteButton size={44} onPaste={paste} />
          <PictureButton pictures={composer.pictures} size={44} />
          <Button type="submit" disabled={!composer.canPost}>
            {i18n._({ id: 'moments.compose.post', message: 'Post' })}
          </Button>
        </div>
      </div>
    </>
  )
}

type Composer = DraftState & {
  text: string
  /** The storage key of the draft. */
  storedAs: string
  audience: Audience
  pictures: Pictures
  /** The link that will become the moment's card. */
  link: LinkRecord | null
  /** Why the post was rejected. */
  failure: ApiFailure | null
  setText: (text: string) => void
  setAudience: (audience: Audience) => void
  /** Starts posting; returns the moment's id, or null if it can't. The composer is then free for the next moment. */
  post: () => string | null
}

/** State of the moment composer. Text and pictures survive the page; a rejected post is restored completely. */
function useComposer(me: PersonCard): Composer {
  const { uid } = me
  const [draft, setDraft] = useState(() => loadDraft(uid))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [drafts] = useState(() => pictureDrafts(`moment.${uid}`))
  const pictures = usePictures('moments', drafts)
  const reportRejected = useRejectedNotice()
  // Kept until the moment is stored: a retry after a lost answer must not create a second one.
  const id = useRef<string | null>(null)
  useEffect(() => saveDraft(uid, draft), [uid, draft])
  useDraftSync(uid, draft, (found) => {
    id.current = null
    setDraft(found)
  })
  const state = draftState(draft.text, pictures.choices.length > 0)
  const isWaiting = pictures.items.some((item) => item.state !== 'stored')
  const canPost = state.canPost && !isWaiting && !pictures.isAltTooLong && pictures.room >= 0

  const takeRejected = useEffectEvent(() => {
    const rejected = usePendingMoments
      .getState()
      .all.find((change) => change.kind === 'post' && change.state === 'rejected' && !change.moment.quoted)
    const back = rejected && withdrawPending(rejected.moment.id)
    if (!back) return
    const { text, audience, pictures: savedPictures } = back.moment
    id.current = draft.text === '' ? back.moment.id : null
    setFailure(back.failure)
    setDraft((now) => ({ text: visibleText(now.text) === '' ? text : `${text}\n\n${now.text}`, audience }))
    pictures.bring(savedPictures)
  })
  useEffect(() => {
    // Restores a post that was rejected while no composer was open.
    queueMicrotask(takeRejected)
    return usePendingMoments.subscribe(takeRejected)
  }, [])

  function post(): string | null {
    if (!canPost) return null
    const { audience, text } = draft
    const posted = id.current ?? newUuidv7(Date.now())
    const input = { id: posted, text: visibleText(text), audience, pictures: pictures.stored }
    void postMoment(me, input).then(() => reportRejected(posted))
    id.current = null
    setFailure(null)
    pictures.clear()
    setDraft({ audience, text: '' })
    return posted
  }

  return {
    ...state,
    ...draft,
    storedAs: draftKey(uid),
    canPost,
    pictures,
    link: findLink(draft.text),
    failure,
    setText: (text) => {
      // Changed content becomes a new moment.
      id.current = null
      setDraft((now) => ({ ...now, text }))
    },
    setAudience: (audience) => setDraft((now) => ({ ...now, audience })),
    post,
  }
}
