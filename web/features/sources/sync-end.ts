import type { Source } from '#contract/taste/taste.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { countsSentence, sourceName } from './source.messages.ts'

/** Shows how a sync ended, with the final counts. Repeating it replaces the notice. */
export function showSyncEnd(source: Source, notify: typeof notifyPerson): void {
  const name = sourceName(i18n, source.source)
  const about = `source.${source.source}`
  if (source.status === 'connected') {
    const values = { source: name, counts: countsSentence(i18n, source) }
    notify('positive', i18n._({ id: 'source.read', message: '{source} is in: {counts}.', values }), { about })
  } else if (source.status === 'failed') {
    const message = i18n._({
      id: 'source.read.failed',
      message: '{source} couldn’t be read. Please try again later.',
      values: { source: name },
    })
    notify('error', message, { about })
  }
}
