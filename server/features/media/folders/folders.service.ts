import { AppError } from '#contract/errors.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Folder, FolderSummary } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Media } from '../media.service.ts'
import { createFolderStore, type StoredFolder } from './folders.store.ts'

export type FolderDeps = {
  db: Db
  clock: Clock
  media: Pick<Media, 'itemsOfLinks'>
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  canSeeMoment: (viewer: Uid, momentId: string) => Promise<boolean>
  postMoment: (viewer: Uid, moment: { id: string; text: string; audience: Audience }) => Promise<unknown>
}

const CHANGES = { limit: 600, windowMs: 600_000 }
/** How long a deleted folder can be restored. */
const RESTORE_MS = 60 * 60_000

export type Folders = ReturnType<typeof createFolders>

/**
 * Folders of saved items. A folder is private until its owner posts it as a moment; then the users who may see the moment see it.
 * Unknown folders and those of other users get the same 'not_found'.
 */
export function createFolders(deps: FolderDeps) {
  const context = createContext(deps)
  return { get: context.get, ...folderCommands(context), ...itemCommands(context) }
}

type Context = ReturnType<typeof createContext>

function createContext(deps: FolderDeps) {
  const { clock, media, cards, canSeeMoment } = deps
  const store = createFolderStore(deps.db)
  const changeLimit = createRateLimit({ clock, ...CHANGES })

  /** @throws AppError 'not_found' unless the folder is the viewer's own; 'rate_limited'. */
  async function toChange(viewer: Uid, id: string): Promise<StoredFolder> {
    changeLimit.assert(viewer)
    const found = await store.find(id)
    if (found?.uid !== viewer) throw new AppError('not_found', { folder: id })
    return found
  }

  async function present(viewer: Uid, { id, uid, name, momentId }: StoredFolder): Promise<Folder> {
    const [items, people] = await Promise.all([store.items(id), cards([uid])])
    const owner = people.get(uid)
    if (!owner) throw new AppError('not_found', { folder: id })
    const stored = await media.itemsOfLinks(items.map(({ link }) => link))
    return {
      id,
      name,
      count: items.length,
      moment_id: momentId,
      owner,
      is_mine: uid === viewer,
      items: items.map(({ addedAt, ...item }, index) => ({ ...item, item: stored[index] ?? null, added_at: addedAt.toISOString() })),
    }
  }

  async function get(viewer: Uid, id: string): Promise<Folder> {
    const found = await store.find(id)
    const isVisible = found && (found.uid === viewer || (found.momentId !== null && (await canSeeMoment(viewer, found.momentId))))
    if (!found || !isVisible) throw new AppError('not_found', { folder: id })
    return present(viewer, found)
  }

  return { ...deps, store, changeLimit, toChange, present, get }
}

function folderCommands({ store, clock, changeLimit, postMoment, toChange, present, get }: Context) {
  return {
    async list(viewer: Uid, link: string | undefined): Promise<FolderSummary[]> {
      const record = link === undefined ? null : recognizeLink(link)
      const folders = await store.listByUser(viewer, record && targetOf(record))
      return folders.map(({ id, name, count, momentId, savedAs }) => ({ id, name, count, moment_id: momentId, saved_as: savedAs }))
    },

    /** @throws AppError 'no_room' above the limit, 'invalid_input' for a link of no supported platform, 'not_found' if the id is another user's. */
    async create(viewer: Uid, { id, name, links = [] }: { id: string; name: string; links?: readonly string[] }): Promise<Folder> {
      if (await store.find(id)) return present(viewer, await toChange(viewer, id))
      changeLimit.assert(viewer)
      if ((await store.count(viewer)) >= limits.folders.max) throw noRoomError(viewer)
      const now = clock.now()
      const items = links
        .map(requireSupported)
        .map((link) => ({ id: newUuidv7(now.getTime()), link, target: targetOf(link), note: '', addedAt: now }))
      await store.create({ id, uid: viewer, name: storable(name, 'name') }, items, now)
      return present(viewer, await toChange(viewer, id))
    },

    async change(viewer: Uid, id: string, { name, order }: { name?: string | undefined; order?: string[] | undefined }): Promise<Folder> {
      await toChange(viewer, id)
      if (order) await store.order(id, order)
      await store.change(id, name === undefined ? {} : { name: storable(name, 'name') }, clock.now())
      return get(viewer, id)
    },

    async remove(viewer: Uid, id: string): Promise<void> {
      await toChange(viewer, id)
      await store.purge(viewer, new Date(clock.now().getTime() - RESTORE_MS))
      await store.setDeleted(viewer, id, clock.now())
    },

    /** @throws AppError 'not_found' if there is nothing to restore. */
    async restore(viewer: Uid, id: string): Promise<Folder> {
      changeLimit.assert(viewer)
      await store.purge(viewer, new Date(clock.now().getTime() - RESTORE_MS))
      await store.setDeleted(viewer, id, null)
      return present(viewer, await toChange(viewer, id))
    },

    /** Posts the moment first: a failure leaves the folder private. @throws AppError as `Moments.post`. */
    async post(viewer: Uid, id: string, moment: { id: string; text: string; audience: Audience }): Promise<Folder> {
      await toChange(viewer, id)
      await postMoment(viewer, moment)
      await store.change(id, { moment_id: moment.id }, clock.now())
      return get(viewer, id)
    },
  }
}

function itemCommands({ store, clock, toChange, get }: Context) {
  return {
    /** @throws AppError 'invalid_input' for a link of no supported platform, or for a full folder. */
    async save(
      viewer: Uid,
      id: string,
      { link, note, place, ...item }: { id: string; link: string; note: string; place?: number | undefined },
    ): Promise<Folder> {
      await toChange(viewer, id)
      const record = requireSupported(link)
      if ((await store.items(id)).length >= limits.folders.items) throw noRoomError(viewer)
      await store.add(id, {
        id: item.id,
        link: record,
        target: targetOf(record),
        note: storable(note, 'note'),
        addedAt: clock.now(),
        place: place ?? null,
      })
      await store.change(id, {}, clock.now())
      return get(viewer, id)
    },

    async setNote(viewer: Uid, id: string, itemId: string, note: string): Promise<Folder> {
      await toChange(viewer, id)
      if (!(await store.setNote(id, itemId, storable(note, 'note')))) throw new AppError('not_found', { item: itemId })
      return get(viewer, id)
    },

    async removeItem(viewer: Uid, id: string, itemId: string): Promise<Folder> {
      await toChange(viewer, id)
      await store.remove(id, itemId)
      return get(viewer, id)
    },
  }
}

function requireSupported(link: string): LinkRecord {
  const record = recognizeLink(link)
  if (!record) throw new AppError('invalid_input', { link }, [{ field: 'link', message: 'This link is not supported.' }])
  return record
}

const noRoomError = (viewer: Uid) => new AppError('no_room', { viewer })

const targetOf = ({ link, platform, kind, id }: LinkRecord): string => (id === null ? link : `${platform} ${kind} ${id}`)
