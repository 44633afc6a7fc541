import { contentMuteCalls, type ContentMute } from '#contract/taste/content-mutes.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { itemPageCalls } from '#contract/taste/item-pages.ts'
import { listeningCalls } from '#contract/taste/listening.ts'
import { recapCalls } from '#contract/taste/recaps.ts'
import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { blendCalls } from '#contract/blends.ts'
import { safeQueueCalls } from '#contract/chat/safe-queues.ts'
import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { momentCalls } from '#contract/moments.ts'
import { notificationCalls } from '#contract/notifications.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'

const undoLabel = () => i18n._({ id: 'action.undo', message: 'Undo' })
const notSavedText = () => i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' })

/** Mutes an artist or channel for good; a notice confirms it and offers undo. */
export async function muteItem({ id, name }: { id: string; name: string }): Promise<void> {
  const result = await readApi(contentMuteCalls.muteItem, { params: { item_id: id }, body: { until: null } })
  if (!result.ok) {
    notify('error', result.failure.sentence ?? notSavedText())
    return
  }
  notify('neutral', i18n._({ id: 'mutes.done', message: '{name} is muted. You can change that in Settings.', values: { name } }), {
    action: { label: undoLabel(), run: () => void unmuteContent(result.value) },
  })
  await refreshMuted()
}

/** Mutes a word. Returns null, or the sentence to show. */
export async function muteWord(word: string, until: string | null): Promise<string | null> {
  const result = await readApi(contentMuteCalls.muteWord, { body: { word, until } })
  if (!result.ok) return result.failure.sentence ?? notSavedText()
  await refreshMuted()
  return null
}

/** Changes when a mute ends. Returns null, or the sentence to show. */
export async function changeEnd({ word, item }: ContentMute, until: string | null): Promise<string | null> {
  if (word !== null) return muteWord(word, until)
  if (!item) return notSavedText()
  const result = await readApi(contentMuteCalls.muteItem, { params: { item_id: item.id }, body: { until } })
  if (!result.ok) return result.failure.sentence ?? notSavedText()
  await refreshMuted()
  return null
}

export async function unmuteContent({ id }: Pick<ContentMute, 'id'>): Promise<void> {
  const result = await readApi(contentMuteCalls.removeContentMute, { params: { id } })
  if (!result.ok) notify('error', result.failure.sentence ?? notSavedText())
  await refreshMuted()
}

/** Refetches everything that leaves out muted content. */
export async function refreshMuted(): Promise<void> {
  const calls = [
    contentMuteCalls.getContentMutes,
    momentCalls.getFeed,
    momentCalls.getComments,
    discoverCalls.discover,
    discoverCalls.discoverKind,
    listeningCalls.getListening,
    itemPageCalls.getItemPage,
    recapCalls.getRecap,
    tasteCalls.getMatch,
    tasteTimeCalls.getMatchOverTime,
    tasteTimeCalls.getTasteChanges,
    blendCalls.getBlends,
    blendCalls.getBlend,
    blendCalls.getGroupBlend,
    groupTasteCalls.getGroupPicks,
    safeQueueCalls.getSafeQueue,
    safeQueueCalls.getSafeQueuePreview,
    notificationCalls.getNotifications,
  ]
  await Promise.all(calls.map((call) => refreshCall(call)))
}
