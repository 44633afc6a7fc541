import { useLingui } from '@lingui/react'
import { useLocation, matchRoutes } from 'react-router'
import type { VideoChoice } from '#web/features/media/players/video-choice.store.ts'
import { SendToBuddy, type Sendable } from '#web/features/chat/share/SendToBuddy.tsx'
import { pageRoutes } from '../routes.ts'

/** Replies to the previewed video. A text is required; the video is attached. */
export function ReplyToVideo({ video }: { video: VideoChoice }) {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const item: Sendable = {
    storageKey: 'video-reply',
    target: { link: `https://www.youtube.com/watch?v=${video.videoId}` },
    type: 'youtube video',
    referenceItem: [video.videoId],
    withoutText: null,
    question: i18n._({ id: 'reply.whom', message: 'Who gets this video?' }),
    placeholder: (name) => i18n._({ id: 'reply.placeholder', message: 'Reply to {name} with this video…', values: { name } }),
    notBuddies: (name) =>
      i18n._({ id: 'reply.not-buddies', message: 'You can send {name} a video once you’re buddies.', values: { name } }),
  }
  return <SendToBuddy item={item} params={pageParams(pathname)} />
}

const routes = pageRoutes.map(({ path }) => ({ path }))

/** Route parameters of an address. Panels render outside the routes, so `useParams` is empty there. */
export function pageParams(pathname: string): Readonly<Record<string, string | undefined>> {
  return matchRoutes(routes, pathname)?.at(-1)?.params ?? {}
}
