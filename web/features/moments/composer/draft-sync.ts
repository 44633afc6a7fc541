/* The draft on the user's other devices. The local draft is saved at once; the server gets it after a pause, and is read when the page
   opens or becomes visible again. Text that was changed here wins over the server's. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { momentCalls, type MomentDraft } from '#contract/moments.ts'
import type { Uid } from '#contract/base/ids.ts'
import { visibleText } from '#contract/base/text.ts'
import { readApi } from '#web/platform/api-client.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { draftKey, loadDraft, type Draft } from './composer.draft.ts'

const PAUSE_MS = 1_500

/** The last draft that this device and the server agreed on. */
export type Synced = { text: string; savedAt: string | null }
const NEVER: Synced = { text: '', savedAt: null }

/** The server's draft, if it changed and the local text did not; otherwise null. */
export function draftToAdopt(local: Draft, synced: Synced, server: MomentDraft): Draft | null {
  const isChangedHere = visibleText(local.text) !== synced.text
  if (isChangedHere || server.saved_at === synced.savedAt || server.text === synced.text) return null
  return { text: server.text, audience: server.saved_at === null ? local.audience : server.audience }
}

const storageKey = (uid: Uid) => `moment-draft-synced.${uid}`

function loadSynced(uid: Uid): Synced {
  try {
    return JSON.parse(readStored(storageKey(uid)) ?? '') as Synced
  } catch {
    // Nothing stored.
    return NEVER
  }
}

function saveSynced(uid: Uid, { text, saved_at: savedAt }: MomentDraft): void {
  writeStored(storageKey(uid), savedAt === null ? null : JSON.stringify({ text, savedAt } satisfies Synced))
}

/** Keeps the draft the same on all devices of the user. */
export function useDraftSync(uid: Uid, draft: Draft, adopt: (draft: Draft) => void): void {
  const isReading = useRef(false)
  const read = useEffectEvent(async () => {
    if (isReading.current) return
    isReading.current = true
    const result = await readApi(momentCalls.getMomentDraft)
    isReading.current = false
    if (!result.ok) return
    const found = draftToAdopt(draft, loadSynced(uid), result.value)
    if (!found) return
    saveSynced(uid, result.value)
    adopt(found)
  })
  const save = useEffectEvent(async (keepalive: boolean) => {
    const text = visibleText(draft.text)
    if (text === loadSynced(uid).text || text.length > limits.moment.max) return
    const result = await readApi(momentCalls.saveMomentDraft, { body: { text, audience: draft.audience }, keepalive })
    if (!result.ok) return
    saveSynced(uid, result.value)
    if (loadDraft(uid).text === draft.text) setMemoryOnly(draftKey(uid), null)
  })
  useEffect(() => {
    void read()
    const handleVisibility = () => void (document.visibilityState === 'visible' ? read() : save(true))
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      // After posting and leaving the page at once, the draft must not remain on other devices.
      void save(true)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void save(false), PAUSE_MS)
    return () => clearTimeout(timer)
    // Starts the pause again with every change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [draft.text, draft.audience])
}
