import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findLink, type LinkRecord } from '#contract/links/links.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { visibleText } from '#contract/base/text.ts'
import { pictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { usePictures, type Pictures } from '#web/features/uploads/use-pictures.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { saveDraft, loadDraft, draftState, type DraftState } from './composer.draft.ts'
import { useDraftSync } from './draft-sync.ts'
import { postMoment, withdrawPending, usePendingMoments } from '../moments.pending.ts'

export type Composer = DraftState & {
  text: string
  audience: Audience
  pictures: Pictures
  /** The link that will become the moment's card. */
  link: LinkRecord | null
  /** Why the post was rejected. */
  failure: ApiFailure | null
  setText: (text: string) => void
  setAudience: (audience: Audience) => void
  /** Starts posting; returns whether it did. The composer is then free for the next moment. */
  post: () => boolean
}

/** State of the moment composer. Text and pictures survive the page; a rejected post is restored completely. */
export function useComposer(me: PersonCard): Composer {
  const { uid } = me
  const [draft, setDraft] = useState(() => loadDraft(uid))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [drafts] = useState(() => pictureDrafts(`moment.${uid}`))
  const pictures = usePictures('moments', drafts)
  // Kept until the moment is stored: a retry after a lost answer must not create a second one.
  const id = useRef<string | null>(null)
  useEffect(() => saveDraft(uid, draft), [uid, draft])
  useDraftSync(uid, draft, (found) => {
    id.current = null
    setDraft(found)
  })
  const state = draftState(draft.text, pictures.choices.length > 0)
  const isWaiting = pictures.items.some((item) => item.state !== 'stored')
  const canPost = state.canPost && !isWaiting && pictures.room >= 0

  const takeRefused = useEffectEvent(() => {
    const refused = usePendingMoments.getState().all.find((one) => one.kind === 'post' && one.state === 'refused')
    const back = refused && withdrawPending(refused.moment.id)
    if (!back) return
    const { text, audience, pictures: kept } = back.moment
    id.current = draft.text === '' ? back.moment.id : null
    setFailure(back.failure)
    setDraft((now) => ({ text: visibleText(now.text) === '' ? text : `${text}\n\n${now.text}`, audience }))
    pictures.bring(kept)
  })
  useEffect(() => {
    // Restores a post that was rejected while no composer was open.
    queueMicrotask(takeRefused)
    return usePendingMoments.subscribe(takeRefused)
  }, [])

  function post(): boolean {
    if (!canPost) return false
    const { audience, text } = draft
    void postMoment(me, { id: id.current ?? newUuidv7(Date.now()), text: visibleText(text), audience, pictures: pictures.stored })
    id.current = null
    setFailure(null)
    pictures.clear()
    setDraft({ audience, text: '' })
    return true
  }

  return {
    ...state,
    ...draft,
    canPost,
    pictures,
    link: findLink(draft.text),
    failure,
    setText: (text) => {
      // Changed content is another moment.
      id.current = null
      setDraft((now) => ({ ...now, text }))
    },
    setAudience: (audience) => setDraft((now) => ({ ...now, audience })),
    post,
  }
}
