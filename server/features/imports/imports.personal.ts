import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Imports } from './imports.service.ts'

/** Files somebody has brought: what is under way ends and its bytes are queued for deletion, the rest hangs on the person's row. */
export function importsPersonalData(imports: Pick<Imports, 'eraseRows' | 'list'>): PersonalData {
  return {
    part: 'imports',
    eraseRows: imports.eraseRows,
    async *collect(uid) {
      yield jsonFile('imports.json', (await imports.list(uid)).imports)
    },
  }
}
