import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Imports } from './imports.service.ts'

/** A user's imports: running ones are cancelled and their bytes queued for deletion. Rows cascade with the user. */
export function importsPersonalData(imports: Pick<Imports, 'eraseRows' | 'list'>): PersonalData {
  return {
    part: 'imports',
    eraseRows: imports.eraseRows,
    async *collect(uid) {
      yield jsonFile('imports.json', (await imports.list(uid)).imports)
    },
  }
}
