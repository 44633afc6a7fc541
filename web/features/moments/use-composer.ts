import { useEffect, useState } from 'react'
import { findLink, type LinkRecord } from '#contract/links.ts'
import type { Uid } from '#contract/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { keepDraft, recallDraft, stateOfDraft, type DraftState } from './composer.draft.ts'
import { postMoment } from './moments.acts.ts'

export type Composer = DraftState & {
  text: string
  audience: Audience
  /** The link that will become the moment's card. */
  link: LinkRecord | null
  isPosting: boolean
  failure: ApiFailure | null
  setText: (text: string) => void
  setAudience: (audience: Audience) => void
  /** Resolves to whether the moment was posted. */
  post: () => Promise<boolean>
}

/** What somebody is about to post. The draft outlives the page; it goes when it has been posted. */
export function useComposer(uid: Uid): Composer {
  const [draft, setDraft] = useState(() => recallDraft(uid))
  const [isPosting, setIsPosting] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  useEffect(() => keepDraft(uid, draft), [uid, draft])
  const state = stateOfDraft(draft.text)

  async function post(): Promise<boolean> {
    if (!state.canPost || isPosting) return false
    setIsPosting(true)
    const result = await postMoment(draft.text.trim(), draft.audience)
    setIsPosting(false)
    setFailure(result.ok ? null : result.failure)
    if (result.ok) setDraft(({ audience }) => ({ audience, text: '' }))
    return result.ok
  }

  return {
    ...state,
    ...draft,
    link: findLink(draft.text),
    isPosting,
    failure,
    setText: (text) => setDraft((now) => ({ ...now, text })),
    setAudience: (audience) => setDraft((now) => ({ ...now, audience })),
    post,
  }
}
