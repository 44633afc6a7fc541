import { useEffect, useRef, useState } from 'react'
import { findLink, type LinkRecord } from '#contract/links.ts'
import type { Uid } from '#contract/ids.ts'
import type { Audience } from '#contract/people.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import { usePictures, type Pictures } from '#web/features/uploads/use-pictures.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { keepDraft, recallDraft, stateOfDraft, type DraftState } from './composer.draft.ts'
import { postMoment } from './moments.acts.ts'

export type Composer = DraftState & {
  text: string
  audience: Audience
  pictures: Pictures
  /** The link that will become the moment's card. */
  link: LinkRecord | null
  isPosting: boolean
  failure: ApiFailure | null
  setText: (text: string) => void
  setAudience: (audience: Audience) => void
  /** Resolves to whether the moment was posted. */
  post: () => Promise<boolean>
}

/** What somebody is about to post. The words outlive the page; they go when they have been posted. */
export function useComposer(uid: Uid): Composer {
  const [draft, setDraft] = useState(() => recallDraft(uid))
  const [isPosting, setIsPosting] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const pictures = usePictures('moments')
  // Kept while the moment is not known to be stored: posting again after a lost answer must not make two.
  const id = useRef<string | null>(null)
  useEffect(() => keepDraft(uid, draft), [uid, draft])
  const state = stateOfDraft(draft.text, pictures.choices.length > 0)
  const isWaiting = pictures.items.some((item) => item.state !== 'stored')
  const canPost = state.canPost && !isWaiting

  async function post(): Promise<boolean> {
    if (!canPost || isPosting) return false
    setIsPosting(true)
    id.current ??= newUuidv7(Date.now())
    const result = await postMoment({ id: id.current, text: draft.text.trim(), audience: draft.audience, pictures: pictures.choices })
    setIsPosting(false)
    setFailure(result.ok ? null : result.failure)
    if (result.ok) {
      id.current = null
      pictures.clear()
      setDraft(({ audience }) => ({ audience, text: '' }))
    }
    return result.ok
  }

  return {
    ...state,
    ...draft,
    canPost,
    pictures,
    link: findLink(draft.text),
    isPosting,
    failure,
    setText: (text) => {
      // Other words are another moment.
      id.current = null
      setDraft((now) => ({ ...now, text }))
    },
    setAudience: (audience) => setDraft((now) => ({ ...now, audience })),
    post,
  }
}
