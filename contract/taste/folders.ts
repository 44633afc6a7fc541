import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { empty, isoDate, uuidv7 } from '../base/ids.ts'
import { freeText, postText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { linkRecord } from '../links/links.ts'
import { item } from '../media.ts'
import { audience, personCard } from '../people.ts'

/** A saved link with its place in a folder. */
export const folderItem = z.object({
  id: z.uuid(),
  link: linkRecord,
  /** The catalog's item of the link; null where it has none. */
  item: z.nullable(item),
  note: z.string(),
  added_at: isoDate,
})
export type FolderItem = z.output<typeof folderItem>

const summary = {
  id: z.uuid(),
  name: z.string(),
  count: z.int(),
  /** The moment that shows it to others; null while it is private. */
  moment_id: z.nullable(z.uuid()),
}
export const folderSummary = z.object({
  ...summary,
  /** The id of the requested link in the folder; null without it. */
  saved_as: z.nullable(z.uuid()),
})
export type FolderSummary = z.output<typeof folderSummary>

/** An ordered list of saved items. */
export const folder = z.object({ ...summary, owner: personCard, is_mine: z.boolean(), items: z.array(folderItem) })
export type Folder = z.output<typeof folder>

const ofFolder = z.object({ id: z.uuid() })
const ofItem = z.object({ id: z.uuid(), item_id: z.uuid() })
const name = freeText({ min: 1, max: limits.folders.name })
const note = freeText({ max: limits.folders.note })
const link = z.string().check(z.maxLength(2_048))

export const folderCalls = {
  getFolders: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/folders',
    summary: 'The viewer’s folders, the latest change first; with `link`, where that link is saved',
    query: z.object({ link: z.optional(link) }),
    response: z.object({ folders: z.array(folderSummary) }),
  }),
  getFolder: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/folders/:id',
    summary: 'A folder with its items in order: the viewer’s own, or one whose moment the viewer may see',
    params: ofFolder,
    response: folder,
  }),
  createFolder: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders',
    summary: 'Create a folder, with these links in order; a repeated id returns the existing one',
    body: z.object({ id: uuidv7, name, links: z._default(z.array(link).check(z.maxLength(limits.folders.items)), []) }),
    response: folder,
  }),
  changeFolder: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders/:id',
    summary: 'Rename a folder, or order its items: those of `order` come first',
    params: ofFolder,
    body: z.object({ name: z.optional(name), order: z.optional(z.array(z.uuid()).check(z.maxLength(limits.folders.items))) }),
    response: folder,
  }),
  deleteFolder: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/folders/:id',
    summary: 'Delete a folder',
    params: ofFolder,
    response: empty,
  }),
  restoreFolder: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders/:id/restore',
    summary: 'Undo the deletion of a folder, within an hour',
    params: ofFolder,
    response: folder,
  }),
  saveToFolder: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders/:id/items',
    summary: 'Save a link of the five platforms in a folder, at its end or at `place`; a link is there once',
    params: ofFolder,
    body: z.object({
      id: uuidv7,
      link,
      note: z._default(note, ''),
      place: z.optional(z.int().check(z.minimum(0), z.maximum(limits.folders.items))),
    }),
    response: folder,
  }),
  changeFolderItem: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders/:id/items/:item_id',
    summary: 'Change the note of a saved item',
    params: ofItem,
    body: z.object({ note }),
    response: folder,
  }),
  removeFromFolder: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/folders/:id/items/:item_id',
    summary: 'Remove an item from a folder',
    params: ofItem,
    response: folder,
  }),
  postFolder: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/folders/:id/moment',
    summary: 'Post a folder as a moment; users who see the moment see the folder, with later changes',
    params: ofFolder,
    body: z.object({ moment_id: uuidv7, text: postText(limits.moment.max), audience }),
    response: folder,
  }),
}
