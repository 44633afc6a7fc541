import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useLocation, useNavigate } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { findLink } from '#contract/links/links.ts'
import { visibleText } from '#contract/base/text.ts'
import { useChat } from '#web/features/chat/runtime/current-chat.ts'
import { saveDraft as saveChatDraft } from '#web/features/chat/storage/drafts.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { saveDraft, loadDraft } from '#web/features/moments/composer/composer.draft.ts'
import { failureOf } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { SHARED_AT, sharedText } from './shared-text.ts'
import './SharedDialog.css'

/** Content shared by another app: share it as a moment, or send it to a buddy? It is placed in a composer, not sent. */
export function SharedDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const [initialText] = useState(sharedText(useLocation().search))
  const link = findLink(initialText)
  const [isPicking, setPicking] = useState(false)
  const opening = useOpening(initialText, onClose)
  const handleMoment = (uid: Uid) => {
    const draft = loadDraft(uid)
    saveDraft(uid, { ...draft, text: [visibleText(draft.text), initialText].filter(Boolean).join('\n\n') })
    onClose()
    void navigate('/moments', { replace: true })
  }
  const handleClose = () => {
    onClose()
    void navigate(SHARED_AT, { replace: true })
  }
  if (!me) return null
  return (
    <Modal opened onClose={handleClose} title={i18n._({ id: 'shared.title', message: 'Where should this go?' })}>
      <blockquote className="wl-shared-words" dir="auto">
        <LinkedText text={initialText} />
      </blockquote>
      {opening.failed ? (
        <ErrorState kind={failureOf(opening.failed).kind} onRetry={opening.again} />
      ) : isPicking ? (
        <BuddyPicker
          sent={link ? { link: link.link } : {}}
          title={i18n._({ id: 'send.whom', message: 'Who gets it?' })}
          choice={{ kind: 'one', onPick: (uid) => void opening.open(uid) }}
          empty={i18n._({ id: 'reply.no-buddies', message: 'You can only send this to buddies, and you don’t have any yet.' })}
          onCancel={() => setPicking(false)}
        />
      ) : (
        <div className="wl-shared-ways">
          <Button onClick={() => handleMoment(me)}>{i18n._({ id: 'palette.write', message: 'Write a moment' })}</Button>
          <Button variant="default" onClick={() => setPicking(true)}>
            {i18n._({ id: 'shared.buddy', message: 'Send it to a buddy' })}
          </Button>
        </div>
      )}
    </Modal>
  )
}

/** Opens the conversation with a buddy and puts the text into its composer. */
function useOpening(words: string, onOpened: () => void) {
  const chat = useChat()
  const navigate = useNavigate()
  const [failed, setFailed] = useState<unknown>(null)
  return {
    failed,
    again: () => setFailed(null),
    async open(uid: Uid) {
      try {
        const existing = Object.values(chat?.store.getState().conversations ?? {}).find(({ person }) => person.uid === uid)
        const chatId = existing?.chatId ?? (await chat?.openWith(uid))
        if (!chatId) return
        saveChatDraft(chatId, words)
        onOpened()
        void navigate(`/chat/${chatId}`, { replace: true })
      } catch (error) {
        setFailed(error)
      }
    },
  }
}
