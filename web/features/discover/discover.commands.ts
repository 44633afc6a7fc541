/* What people say about discoveries: kept for later, or less like this. It shows at once; what the server does not take is
   taken back and said. */
import { create } from 'zustand'
import type { Item } from '#contract/media.ts'
import { discoverCalls } from '#contract/discover.ts'
import { whenPersonLeaves } from '#web/features/identity/auth.store.ts'
import { callApi, type Answer } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callKey, queryClient, refreshCall } from '#web/platform/query.ts'

/** Things that are gone from the page, until the next reading leaves them out by itself. */
export const useLessLike = create<{ hidden: ReadonlySet<string> }>()(() => ({ hidden: new Set() }))

whenPersonLeaves(() => useLessLike.setState({ hidden: new Set() }))

type Saved = Answer<typeof discoverCalls.getSaved>
const savedKey = callKey(discoverCalls.getSaved, {})

/** Keeps a thing for later, or stops keeping it. */
export async function keep(item: Item, isKept: boolean): Promise<void> {
  showKept(item, isKept)
  try {
    await callApi(isKept ? discoverCalls.saveDiscovery : discoverCalls.unsaveDiscovery, { params: { item_id: item.id } })
    if (isKept) {
      notify('positive', i18n._({ id: 'discover.saved', message: '{name} is saved for later.', values: { name: item.name } }), {
        action: { label: i18n._({ id: 'discover.undo', message: 'Undo' }), run: () => void keep(item, false) },
      })
    }
  } catch {
    // Logged by the client.
    showKept(item, !isKept)
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That did not arrive. Please try again.' }))
  }
}

function showKept(item: Item, isKept: boolean): void {
  queryClient.setQueryData<Saved>(savedKey, (before) => {
    const others = (before?.items ?? []).filter(({ id }) => id !== item.id)
    return { items: isKept ? [item, ...others] : others }
  })
}

/** Takes a thing, and what is like it, out of what is found from now on, and offers to undo it. */
export async function lessLike(item: Item): Promise<void> {
  setHidden(item.id, true)
  try {
    await callApi(discoverCalls.lessLikeThis, { params: { item_id: item.id } })
  } catch {
    setHidden(item.id, false)
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That did not arrive. Please try again.' }))
    return
  }
  notify('neutral', i18n._({ id: 'discover.less.done', message: 'You will see less like {name}.', values: { name: item.name } }), {
    action: { label: i18n._({ id: 'discover.undo', message: 'Undo' }), run: () => void undo(item) },
  })
  await refreshCall(discoverCalls.discover)
}

async function undo(item: Item): Promise<void> {
  try {
    await callApi(discoverCalls.undoLessLikeThis, { params: { item_id: item.id } })
  } catch {
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That did not arrive. Please try again.' }))
    return
  }
  setHidden(item.id, false)
  await refreshCall(discoverCalls.discover)
}

function setHidden(id: string, isHidden: boolean): void {
  const hidden = new Set(useLessLike.getState().hidden)
  if (isHidden) hidden.add(id)
  else hidden.delete(id)
  useLessLike.setState({ hidden })
}
