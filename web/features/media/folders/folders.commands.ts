/* Commands on folders. Changes of an open folder are optimistic, and rolled back with a notice if they fail. */
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { limits } from '#contract/limits.ts'
import { folderCalls, type Folder, type FolderItem } from '#contract/taste/folders.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Audience } from '#contract/people.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { cacheResponse, refreshCall } from '#web/platform/query.ts'

const UNDO_MS = 6_000

/** Errors whose own message says more than "try again". */
const explained: readonly (string | null)[] = ['no_room', 'rate_limited', 'storage_full'] satisfies ErrorCode[]

/** Why a folder was not saved. */
export function folderErrorText({ code, sentence }: ApiFailure): string {
  const message = explained.includes(code) ? sentence : null
  return message ?? i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' })
}

const notifyFailed = (failure: ApiFailure): void => notify('error', folderErrorText(failure))

const undo = (run: () => void) => ({
  action: { label: i18n._({ id: 'undo', message: 'Undo' }), run },
  timeoutMs: UNDO_MS,
  about: 'folders',
})

async function change(
  id: string,
  shown: (now: Folder) => Folder,
  send: () => Promise<ApiResult<Folder>>,
  isSent = () => true,
): Promise<boolean> {
  const failure = await updateOptimistically(folderCalls.getFolder, { params: { id } }, { shown, send })
  if (isSent()) await refreshCall(folderCalls.getFolders)
  if (failure) notifyFailed(failure)
  return failure === null
}

/** Creates a folder with these links in order. Returns null if that failed. @param id so that another attempt creates no second one */
export async function createFolder(
  name: string,
  { links = [], id = newUuidv7(Date.now()) }: { links?: readonly string[]; id?: string } = {},
): Promise<Folder | null> {
  const result = await readApi(folderCalls.createFolder, { body: { id, name, links: links.slice(0, limits.folders.items) } })
  if (!result.ok) {
    notifyFailed(result.failure)
    return null
  }
  cacheResponse(folderCalls.getFolder, { params: { id: result.value.id } }, result.value)
  await refreshCall(folderCalls.getFolders)
  return result.value
}

/** Saves a link at the end of a folder. Returns whether that worked. */
export async function saveLink(folder: { id: string; name: string }, link: string): Promise<boolean> {
  const itemId = newUuidv7(Date.now())
  const result = await readApi(folderCalls.saveToFolder, { params: { id: folder.id }, body: { id: itemId, link } })
  await Promise.all([refreshCall(folderCalls.getFolders), refreshCall(folderCalls.getFolder, { params: { id: folder.id } })])
  if (!result.ok) notifyFailed(result.failure)
  else
    notify(
      'positive',
      i18n._({ id: 'folders.saved', message: 'Saved in “{name}”.', values: { name: folder.name } }),
      undo(() => void unsave(folder.id, itemId)),
    )
  return result.ok
}

/** Removes a saved link. */
export async function unsave(id: string, itemId: string): Promise<void> {
  const result = await readApi(folderCalls.removeFromFolder, { params: { id, item_id: itemId } })
  if (!result.ok) notifyFailed(result.failure)
  await Promise.all([refreshCall(folderCalls.getFolders), refreshCall(folderCalls.getFolder, { params: { id } })])
}

export const renameFolder = (id: string, name: string): Promise<boolean> =>
  change(
    id,
    (now) => ({ ...now, name }),
    () => readApi(folderCalls.changeFolder, { params: { id }, body: { name } }),
  )

/** The latest move in each folder. */
const latestMoves = new Map<string, symbol>()

/** Moves an item by a number of places. Of several moves that wait, only the last one is sent: its order includes the others. */
export function moveItem(folder: Folder, itemId: string, by: number): Promise<boolean> {
  const order = moved(
    folder.items.map(({ id }) => id),
    itemId,
    by,
  )
  const reorder = (now: Folder): Folder => ({ ...now, items: now.items.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) })
  const move = Symbol('move')
  latestMoves.set(folder.id, move)
  const isLatest = () => latestMoves.get(folder.id) === move
  return change(
    folder.id,
    reorder,
    async () =>
      isLatest() ? readApi(folderCalls.changeFolder, { params: { id: folder.id }, body: { order } }) : { ok: true, value: reorder(folder) },
    isLatest,
  )
}

/** The ids with one of them moved by a number of places, as far as there is room. */
export function moved(ids: readonly string[], id: string, by: number): string[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const to = Math.max(0, Math.min(ids.length - 1, from + by))
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

export const setNote = (folder: Folder, itemId: string, note: string): Promise<boolean> =>
  change(
    folder.id,
    (now) => ({ ...now, items: now.items.map((item) => (item.id === itemId ? { ...item, note } : item)) }),
    () => readApi(folderCalls.changeFolderItem, { params: { id: folder.id, item_id: itemId }, body: { note } }),
  )

/** Removes an item; the notice offers undo, which restores its position. */
export async function removeItem(folder: Folder, item: FolderItem): Promise<void> {
  const place = folder.items.findIndex(({ id }) => id === item.id)
  const params = { id: folder.id, item_id: item.id }
  const isDone = await change(
    folder.id,
    (now) => ({ ...now, items: now.items.filter(({ id }) => id !== item.id) }),
    () => readApi(folderCalls.removeFromFolder, { params }),
  )
  if (!isDone) return
  const body = { id: item.id, link: item.link.link, note: item.note, place }
  const restore = () =>
    change(
      folder.id,
      (now) => ({ ...now, items: now.items.toSpliced(place, 0, item) }),
      () => readApi(folderCalls.saveToFolder, { params: { id: folder.id }, body }),
    )
  notify(
    'neutral',
    i18n._({ id: 'folders.removed', message: 'Removed from “{name}”.', values: { name: folder.name } }),
    undo(() => void restore()),
  )
}

/** Deletes a folder; the notice restores it. */
export async function deleteFolder({ id, name }: Pick<Folder, 'id' | 'name'>): Promise<boolean> {
  const result = await readApi(folderCalls.deleteFolder, { params: { id } })
  await refreshCall(folderCalls.getFolders)
  if (!result.ok) {
    notifyFailed(result.failure)
    return false
  }
  notify(
    'neutral',
    i18n._({ id: 'folders.deleted', message: '“{name}” is deleted.', values: { name } }),
    undo(() => void restoreFolder(id)),
  )
  return true
}

async function restoreFolder(id: string): Promise<void> {
  const result = await readApi(folderCalls.restoreFolder, { params: { id } })
  if (!result.ok) notifyFailed(result.failure)
  await Promise.all([refreshCall(folderCalls.getFolders), refreshCall(folderCalls.getFolder, { params: { id } })])
}

/** Posts a folder as a moment, with its address at the end of the text. Returns the failure, or null on success. */
export async function postFolder(id: string, moment: { id: string; text: string; audience: Audience }): Promise<ApiFailure | null> {
  const body = { moment_id: moment.id, text: `${moment.text.trim()}\n${folderAddress(id)}`.trim(), audience: moment.audience }
  const result = await readApi(folderCalls.postFolder, { params: { id }, body })
  if (!result.ok) return result.failure
  cacheResponse(folderCalls.getFolder, { params: { id } }, result.value)
  return null
}

export const folderPath = (id: string): string => `/saved/${id}`
export const folderAddress = (id: string): string => `${location.origin}${folderPath(id)}`
