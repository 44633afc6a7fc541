import { importCalls } from '#contract/imports.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Imports } from './imports.service.ts'

export const importsRoutes = (imports: Imports): Route[] => [
  route(importCalls.getImports, ({ viewer }) => imports.list(viewer.uid)),
  route(importCalls.beginImport, ({ viewer, body }) =>
    imports.begin(
      viewer.uid,
      { name: body.file_name, bytes: body.bytes, timeZone: body.time_zone },
      { shownTo: body.shown_to, countsForMatching: body.counts_for_matching },
    ),
  ),
  route(importCalls.sendImportPart, ({ viewer, params, file }) => imports.addPart(viewer.uid, params.id, params.part, file.bytes)),
  route(importCalls.cancelImport, ({ viewer, params }) => imports.cancel(viewer.uid, params.id)),
  route(importCalls.forgetImport, ({ viewer, params }) => imports.forget(viewer.uid, params.id)),
]
