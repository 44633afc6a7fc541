import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconSparkles } from '@tabler/icons-react'
import type { ItemPage, ItemWork } from '#contract/taste/item-pages.ts'
import { mediaCalls, type ChannelVideo, type Item } from '#contract/media.ts'
import { SendItem } from '#web/features/chat/share/SendItem.tsx'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { lengthText } from '#web/features/media/items/length-text.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayButton } from '#web/features/media/items/PlayItem.tsx'
import { videoPicture } from '#web/features/media/items/play.ts'
import { QueueMenu } from '#web/features/media/queue/QueueMenu.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { nameList } from '#web/ui/text/name-list.ts'
import { shortName } from '#web/ui/text/short-name.ts'

const FIRST = 8
const MAX_LATEST = 8

/** Tracks and videos, the buddies' most loved first. A channel also has its latest videos. */
export function WorksCard({ page, isMember }: { page: ItemPage; isMember: boolean }) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const { works, item } = page
  const shown = isWhole ? works : works.slice(0, FIRST)
  const hasLove = works.some((work) => work.fans.length > 0)
  const title = hasLove
    ? i18n._({ id: 'item.works.loved', message: 'Most loved by your buddies' })
    : item.kind === 'channel'
      ? i18n._({ id: 'item.works.videos', message: 'Videos' })
      : item.kind === 'artist'
        ? i18n._({ id: 'item.works', message: 'Tracks and videos' })
        : i18n._({ id: 'item.works.more', message: 'More from {name}', values: { name: item.by ?? item.name } })
  const isChannel = item.kind === 'channel' && isMember && item.youtube_id !== null
  return (
    <>
      {works.length > 0 && (
        <section className="wl-card" aria-label={title}>
          <SectionHeader title={title}>
            <PlayAll items={works.map((work) => work.item)} of={title} from={item.name} />
          </SectionHeader>
          <ol className="wl-item-list wl-item-works">
            {shown.map((work) => (
              <Work key={work.item.id} work={work} isMember={isMember} from={item.name} />
            ))}
          </ol>
          {!isWhole && works.length > FIRST && (
            <Button variant="default" onClick={() => setWhole(true)}>
              {i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: works.length } })}
            </Button>
          )}
        </section>
      )}
      {isChannel && item.youtube_id !== null && <LatestVideos channelId={item.youtube_id} name={item.name} works={works} />}
    </>
  )
}

function Work({ work: { item, fans, is_new: isNew }, isMember, from }: { work: ItemWork; isMember: boolean; from: string }) {
  const { i18n } = useLingui()
  const names = nameList(
    i18n,
    fans.map((person) => shortName(person)),
  )
  return (
    <ItemRow
      item={item}
      from={from}
      about={[lengthText(item), itemKindText(i18n, item.kind)].filter((part) => part !== null).join(' · ')}
      action={
        <>
          {isNew && (
            <Chip kind="match" icon={<IconSparkles size={14} stroke={1.8} aria-hidden />}>
              {i18n._({ id: 'item.work.new', message: 'New to you' })}
            </Chip>
          )}
          {fans.length > 0 && (
            <span title={names}>
              <AvatarStack people={fans} size={24} />
              <span className="wl-hidden">
                {i18n._({ id: 'discover.reason.loved-by', message: 'Loved by {who}', values: { who: names } })}
              </span>
            </span>
          )}
          {isMember && <SendItem item={item} />}
        </>
      }
    />
  )
}

/** The channel's newest videos that are not in the list above. */
function LatestVideos({ channelId, name, works }: { channelId: string; name: string; works: readonly ItemWork[] }) {
  const { i18n } = useLingui()
  const found = useCall(mediaCalls.getChannelVideos, { params: { channelId } })
  const videoIds = new Set(works.map(({ item }) => item.youtube_id))
  const videos = (found.data?.videos ?? []).filter((video) => !videoIds.has(video.video_id)).slice(0, MAX_LATEST)
  if (videos.length === 0) return null
  const title = i18n._({ id: 'item.latest', message: 'Latest videos' })
  const items = videos.map((video) => itemOf(video, name))
  return (
    <section className="wl-card" aria-label={title}>
      <SectionHeader title={title}>
        <PlayAll items={items} of={title} from={name} />
      </SectionHeader>
      <ul className="wl-item-list">
        {videos.map((video) => (
          <LatestVideo key={video.video_id} video={video} channelName={name} />
        ))}
      </ul>
    </section>
  )
}

const itemOf = ({ video_id: videoId, thumbnail_url: _picture, title, ...length }: ChannelVideo, channelName: string): Item => ({
  id: videoId,
  kind: 'video',
  name: title,
  by: channelName,
  spotify_id: null,
  youtube_id: videoId,
  ...length,
})

function LatestVideo({ video, channelName }: { video: ChannelVideo; channelName: string }) {
  const { i18n } = useLingui()
  const { video_id: videoId, title } = video
  const length = lengthText(video)
  const timed = video.duration_ms === undefined ? {} : { durationMs: video.duration_ms }
  return (
    <li className="wl-item-row">
      <span className="wl-item-row-art">
        <Artwork id={videoId} kind="video" src={videoPicture(videoId)} size={60} />
      </span>
      <span className="wl-item-row-text">
        <span className="wl-line wl-item-row-name" title={title}>
          {title}
        </span>
        {length !== null && <span className="wl-line wl-dim">{length}</span>}
      </span>
      <QueueMenu item={itemOf(video, channelName)} from={channelName} />
      <PlayButton
        playable={{ kind: 'video', videoId, title, channelName, ...timed }}
        size="small"
        from={channelName}
        label={i18n._({ id: 'media.play', message: 'Play {name}', values: { name: title } })}
      />
    </li>
  )
}
