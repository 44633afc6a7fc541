/* Commands on discoveries: save for later, or less like this. Optimistic; a rejected one is rolled back with a notice. */
import type { InfiniteData } from '@tanstack/react-query'
import { create } from 'zustand'
import type { Item } from '#contract/media.ts'
import { discoverCalls, type Discovery } from '#contract/taste/discover.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { callApi, readApi, type CallOutput } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callKey, queryClient, refreshCall } from '#web/platform/query.ts'

/** IDs of hidden items, until the next fetch leaves them out. */
export const useHiddenItems = create<{ hidden: ReadonlySet<string> }>()(() => ({ hidden: new Set() }))

onUserLeft(() => useHiddenItems.setState({ hidden: new Set() }))

type Saved = CallOutput<typeof discoverCalls.getSaved>
const savedKey = callKey(discoverCalls.getSaved, {})

/** The last command about each item that was not answered yet. The next one waits for it: the last press must arrive last. */
const queues = new Map<string, Promise<unknown>>()

/** Saves an item for later, or removes it. @param onChanged called with the result after the response, and after an undo */
export async function setSaved(item: Item, isSaved: boolean, onChanged?: (isSaved: boolean) => void): Promise<void> {
  showSaved(item, isSaved)
  const call = isSaved ? discoverCalls.saveDiscovery : discoverCalls.unsaveDiscovery
  const sent = (queues.get(item.id) ?? Promise.resolve()).then(() => readApi(call, { params: { item_id: item.id } }))
  queues.set(item.id, sent)
  const result = await sent
  // A later click is pending, and the screen already shows its result.
  if (queues.get(item.id) !== sent) return
  queues.delete(item.id)
  // Again: a list read before the server saved it may have arrived in the meantime.
  showSaved(item, isSaved === result.ok)
  onChanged?.(isSaved === result.ok)
  if (result.ok) {
    if (isSaved) {
      notify('positive', i18n._({ id: 'discover.saved', message: '{name} is saved for later.', values: { name: item.name } }), {
        action: { label: i18n._({ id: 'discover.undo', message: 'Undo' }), run: () => void setSaved(item, false, onChanged) },
      })
    }
  } else notify('error', i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' }))
}

function showSaved(item: Item, isSaved: boolean): void {
  // A list that was never loaded stays stale and is loaded when it is opened.
  const updatedAt = queryClient.getQueryState(savedKey)?.dataUpdatedAt ?? 0
  const withItem = (before: Saved | undefined): Saved => {
    const others = (before?.items ?? []).filter(({ id }) => id !== item.id)
    return { items: isSaved ? [item, ...others] : others, next: before?.next ?? null }
  }
  queryClient.setQueryData<Saved>(savedKey, withItem, { updatedAt })
  const withSaved = (list: readonly Discovery[]) =>
    list.map((discovery) => (discovery.item.id === item.id ? { ...discovery, is_saved: isSaved } : discovery))
  queryClient.setQueriesData<CallOutput<typeof discoverCalls.discover>>(
    { queryKey: callKey(discoverCalls.discover) },
    (shown) =>
      shown && { ...shown, items: withSaved(shown.items), trending: withSaved(shown.trending), of_buddies: withSaved(shown.of_buddies) },
  )
  queryClient.setQueriesData<InfiniteData<CallOutput<typeof discoverCalls.discoverKind>>>(
    { queryKey: callKey(discoverCalls.discoverKind) },
    (shown) => shown && { ...shown, pages: shown.pages.map((page) => ({ ...page, items: withSaved(page.items) })) },
  )
}

/** Excludes an item and similar ones from discoveries, and offers undo. */
export async function lessLike(item: Item): Promise<void> {
  setHidden(item.id, true)
  try {
    await callApi(discoverCalls.lessLikeThis, { params: { item_id: item.id } })
  } catch {
    setHidden(item.id, false)
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' }))
    return
  }
  notify('neutral', i18n._({ id: 'discover.less.done', message: 'You’ll see less like {name}.', values: { name: item.name } }), {
    action: { label: i18n._({ id: 'discover.undo', message: 'Undo' }), run: () => void undo(item) },
  })
  await refreshCall(discoverCalls.discover)
}

async function undo(item: Item): Promise<void> {
  try {
    await callApi(discoverCalls.undoLessLikeThis, { params: { item_id: item.id } })
  } catch {
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' }))
    return
  }
  setHidden(item.id, false)
  await refreshCall(discoverCalls.discover)
}

function setHidden(id: string, isHidden: boolean): void {
  const hidden = new Set(useHiddenItems.getState().hidden)
  if (isHidden) hidden.add(id)
  else hidden.delete(id)
  useHiddenItems.setState({ hidden })
}
