import { folderCalls } from '#contract/taste/folders.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Folders } from './folders.service.ts'

export const foldersRoutes = (folders: Folders): Route[] => [
  route(folderCalls.getFolders, async ({ viewer, query }) => ({ folders: await folders.list(viewer.uid, query.link) })),
  route(folderCalls.getFolder, ({ viewer, params }) => folders.get(viewer.uid, params.id)),
  route(folderCalls.createFolder, ({ viewer, body }) => folders.create(viewer.uid, body)),
  route(folderCalls.changeFolder, ({ viewer, params, body }) => folders.change(viewer.uid, params.id, body)),
  route(folderCalls.deleteFolder, ({ viewer, params }) => folders.remove(viewer.uid, params.id)),
  route(folderCalls.restoreFolder, ({ viewer, params }) => folders.restore(viewer.uid, params.id)),
  route(folderCalls.saveToFolder, ({ viewer, params, body }) => folders.save(viewer.uid, params.id, body)),
  route(folderCalls.changeFolderItem, ({ viewer, params, body }) => folders.setNote(viewer.uid, params.id, params.item_id, body.note)),
  route(folderCalls.removeFromFolder, ({ viewer, params }) => folders.removeItem(viewer.uid, params.id, params.item_id)),
  route(folderCalls.postFolder, ({ viewer, params, body: { moment_id: id, text, audience } }) =>
    folders.post(viewer.uid, params.id, { id, text, audience }),
  ),
]
