import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'
import type { VideoChoice } from '#web/features/media/players/video-choice.store.ts'
import { pageParams } from './page-params.ts'
import { SendToBuddy, type Sendable } from '#web/features/chat/share/SendToBuddy.tsx'

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
