import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Imports } from './imports.service.ts'

/** Files somebody has brought: what is under way ends with its bytes, the rest hangs on the person's row. */
export function importsPersonalData(imports: Pick<Imports, 'erase' | 'list'>): PersonalData {
  return {
    part: 'imports',
    erase: imports.erase,
    async *collect(uid) {
      yield jsonFile('imports.json', (await imports.list(uid)).imports)
    },
  }
}
