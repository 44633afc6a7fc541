import { momentCalls, type Moment } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { changeEverywhere, feedKey } from './moments.cache.ts'
import { momentErrorMessage } from './moments.messages.ts'

export async function setBookmarked({ id }: Moment, on: boolean): Promise<void> {
  const show = (isOn: boolean) => changeEverywhere(id, (moment) => ({ ...moment, bookmarked: isOn }))
  show(on)
  const result = await readApi(on ? momentCalls.bookmarkMoment : momentCalls.removeBookmark, { params: { id }, keepalive: true })
  if (!result.ok) {
    show(!on)
    notify('error', momentErrorMessage(i18n, result.failure))
    return
  }
  void queryClient.invalidateQueries({ queryKey: feedKey({ tab: 'bookmarks' }) })
  if (on) notify('positive', i18n._({ id: 'moments.bookmark.done', message: 'Bookmarked. Only you see your bookmarks.' }))
}
