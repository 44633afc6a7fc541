import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { type Notification, notificationCalls, type NotificationFilterName, notificationKinds } from '#contract/notifications.ts'
import { type CallOutput, callApi, readOrThrow } from '#web/platform/api-client.ts'
import { callKey, queryClient, refreshCall } from '#web/platform/query.ts'
import { pagedList, type PagedList } from '#web/platform/paged-list.ts'
import { useNotificationsStore } from './notifications.store.ts'

type Page = CallOutput<typeof notificationCalls.getNotifications>

export type NotificationList = PagedList<{ notifications: readonly Notification[] }>

const listKey = [...callKey(notificationCalls.getNotifications), 'pages']

/** Notifications, latest first, page by page; a part of them with `filter`. */
export function useNotifications(filter?: NotificationFilterName): NotificationList {
  const query = useInfiniteQuery({
    queryKey: filter === undefined ? listKey : [...listKey, filter],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readPage({ filter, cursor: pageParam }, signal),
    getNextPageParam: (last: Page): string | null => last.next,
  })
  return pagedList(query, (pages) => ({ notifications: pages.flatMap((page) => page.notifications.filter(isKnown)) }))
}

/** Whether this version of the page can show it. */
export const isKnown = (row: Page['notifications'][number]): row is Notification => notificationKinds.some((kind) => kind === row.kind)

type PageQuery = { filter: NotificationFilterName | undefined; cursor: string | null }

async function readPage({ filter, cursor }: PageQuery, signal: AbortSignal): Promise<Page> {
  const query = { ...(filter === undefined ? {} : { filter }), ...(cursor === null ? {} : { cursor }) }
  const page = await readOrThrow(notificationCalls.getNotifications, { query, signal })
  useNotificationsStore.getState().setUnread(page.unread)
  return page
}

/** Marks one group or everything as read, optimistically and on all devices. Never throws: on failure it stays unread on the server. */
export async function markRead(key?: string): Promise<void> {
  showRead(key)
  try {
    const { unread } = await callApi(notificationCalls.markNotificationsRead, { body: key === undefined ? {} : { key } })
    useNotificationsStore.getState().setUnread(unread)
    // Repeated, because an older list may have arrived before the server marked it.
    showRead(key)
  } catch {
    // Logged by the API client; the refetched list shows what is unread.
    await refreshCall(notificationCalls.getNotifications)
  }
}

function showRead(key: string | undefined): void {
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: listKey },
    (data) => data && { ...data, pages: data.pages.map((page) => readIn(page, key)) },
  )
}

const readIn = (page: Page, key: string | undefined): Page => ({
  ...page,
  notifications: page.notifications.map((notification) =>
    key === undefined || notification.key === key ? { ...notification, is_unread: false } : notification,
  ),
})
