import { useEffect, useState } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import {
  IconAffiliate,
  IconBrandSpotify,
  IconBrandYoutube,
  IconDeviceFloppy,
  IconDots,
  IconDoorExit,
  IconFileText,
  IconLink,
  IconLock,
  IconPencil,
  IconPhoto,
  IconPlayerPlayFilled,
  IconPlaylistAdd,
  IconShare3,
  IconTable,
  IconUserPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Blend } from '#contract/blends.ts'
import { connectableSources, tasteCalls, type ConnectableSource } from '#contract/taste/taste.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { downloadPlaylist, playlistText } from '#web/features/blends/playlist-files.ts'
import { LazyConfirmDialog } from '#web/features/connections/lazy-dialogs.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { entryOf, playableOf } from '#web/features/media/items/play.ts'
import { playList } from '#web/features/media/queue/play-queue.ts'
import type { NewEntry } from '#web/features/media/queue/queue.store.ts'
import { ListenTogether } from '#web/features/together/ListenTogether.tsx'
import { useCall } from '#web/platform/query.ts'
import { notify } from '#web/platform/notices.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText, shareLink } from '#web/ui/copy.ts'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'

const RenameDialog = lazyPart(async () => (await import('./RenameDialog.tsx')).RenameDialog)

/** The actions of a blend: play, save, share, and more. */
export function BlendActions({ blend, title }: { blend: Blend; title: string }) {
  const { i18n } = useLingui()
  const items = blend.items.map(({ item }) => item)
  const entries = items.flatMap((item): NewEntry[] => {
    const playable = playableOf(item)
    const entry = playable && entryOf(playable, title)
    return entry ? [entry] : []
  })
  const isNarrow = useIsNarrow()
  useSaveAfterReturn(blend.id, title)
  return (
    <div className="wl-blend-actions">
      {entries.length > 0 && (
        <Button size="md" leftSection={<IconPlayerPlayFilled size={18} aria-hidden />} onClick={() => void playList(entries)}>
          {i18n._({ id: 'queue.play-all', message: 'Play all' })}
        </Button>
      )}
      <ListenTogether items={items} chatId={blend.chat_id} size="md" isSmall={isNarrow} />
      {items.length > 0 && <SaveMenu blend={blend} title={title} isSmall={isNarrow} />}
      <ShareMenu blend={blend} title={title} />
      <MoreMenu blend={blend} title={title} />
    </div>
  )
}

/** Continues to save when the user returns from the platform's page with the permission. */
function useSaveAfterReturn(id: string, title: string): void {
  const [search, setSearch] = useSearchParams()
  const returned = connectableSources.find((source) => source === search.get('save'))
  useEffect(() => {
    if (!returned) return
    setSearch({}, { replace: true })
    void blendCommands.saveTo(returned, id, title, { isBack: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [returned])
}

function SaveMenu({ blend, title, isSmall }: { blend: Blend; title: string; isSmall: boolean }) {
  const { i18n } = useLingui()
  const items = blend.items.map(({ item }) => item)
  const sources = useCall(tasteCalls.getSources)
  const isConnected = (name: ConnectableSource) =>
    sources.data?.sources.some(({ source, status }) => source === name && status !== 'not_connected') ?? false
  const tracks = items.filter(({ kind }) => kind === 'track').length
  const videos = items.length - tracks
  const week = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(blend.mixed_at ?? blend.next_mix_at))
  const saveAs = (format: 'links' | 'csv' | 'jspf' | 'xspf') => () => downloadPlaylist(format, title, items)
  const copyLinks = () =>
    void copyText(i18n, playlistText('links', title, items), i18n._({ id: 'blend.save.copied', message: 'Links copied.' }))
  const label = i18n._({ id: 'blend.save', message: 'Save' })
  return (
    <MenuButton
      button={
        isSmall ? (
          <ActionIcon icon={IconDeviceFloppy} variant="outline" size={46} aria-label={label} />
        ) : (
          <Button variant="default" size="md" leftSection={<IconDeviceFloppy size={18} stroke={1.8} aria-hidden />}>
            {label}
          </Button>
        )
      }
      entries={() => [
        {
          icon: IconPlaylistAdd,
          label: i18n._({ id: 'blend.keep', message: 'Keep this week’s mix' }),
          act: () => void blendCommands.keep(blend.id, `${title}, ${week}`.slice(0, 60)),
        },
        ...(isConnected('spotify') && tracks > 0
          ? [
              {
                icon: IconBrandSpotify,
                label: i18n._({
                  id: 'blend.save.spotify',
                  message: '{count, plural, one {Save # track to Spotify} other {Save # tracks to Spotify}}',
                  values: { count: tracks },
                }),
                act: () => void blendCommands.saveTo('spotify', blend.id, title),
              },
            ]
          : []),
        ...(isConnected('youtube') && videos > 0
          ? [
              {
                icon: IconBrandYoutube,
                label: i18n._({
                  id: 'blend.save.youtube',
                  message: '{count, plural, one {Save # video to YouTube} other {Save # videos to YouTube}}',
                  values: { count: videos },
                }),
                act: () => void blendCommands.saveTo('youtube', blend.id, title),
              },
            ]
          : []),
        { icon: IconLink, label: i18n._({ id: 'blend.save.links', message: 'Copy all links' }), act: copyLinks },
        { icon: IconTable, label: i18n._({ id: 'blend.save.csv', message: 'Download as a file (CSV)' }), act: saveAs('csv') },
        { icon: IconFileText, label: i18n._({ id: 'blend.save.xspf', message: 'Download for players (XSPF)' }), act: saveAs('xspf') },
        { icon: IconFileText, label: i18n._({ id: 'blend.save.jspf', message: 'Download as JSON (JSPF)' }), act: saveAs('jspf') },
      ]}
    />
  )
}

/** The address of the blend opens for people outside once all members want that. */
function ShareMenu({ blend, title }: { blend: Blend; title: string }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const mine = blend.members.find(({ person }) => person.uid === me)
  const wantsOpen = mine?.wants_open ?? false
  const share = () => shareLink(i18n, { title, url: `${location.origin}/blend/${blend.id}` })
  const setOpen = async () => {
    const changed = await blendCommands.setOpen(blend.id, !wantsOpen)
    if (changed && !wantsOpen && !changed.is_open)
      notify('neutral', i18n._({ id: 'blend.open.waiting', message: 'The link opens for others once all members agree.' }))
  }
  const entries = (): MenuEntry[] => [
    {
      icon: IconShare3,
      label: blend.is_open
        ? i18n._({ id: 'blend.share.open', message: 'Share the link' })
        : i18n._({ id: 'blend.share.members', message: 'Share the link with members' }),
      act: () => void share(),
    },
    ...(blend.is_open
      ? [
          {
            icon: IconPhoto,
            label: i18n._({ id: 'blend.share.picture', message: 'Open the picture' }),
            act: () => void window.open(`/app/public/previews/blends/${blend.id}.png`, '_blank', 'noopener'),
          },
        ]
      : []),
    wantsOpen
      ? { icon: IconLock, label: i18n._({ id: 'blend.open.off', message: 'Show it only to members' }), act: () => void setOpen() }
      : { icon: IconWorld, label: i18n._({ id: 'blend.open.on', message: 'Allow anyone with the link' }), act: () => void setOpen() },
  ]
  return (
    <MenuButton
      button={
        <ActionIcon icon={IconShare3} variant="outline" size={46} aria-label={i18n._({ id: 'blend.share.label', message: 'Share' })} />
      }
      entries={entries}
    />
  )
}

function MoreMenu({ blend, title }: { blend: Blend; title: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'leave' | 'rename' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton
        button={
          <ActionIcon
            icon={IconDots}
            variant="outline"
            size={46}
            aria-label={i18n._({ id: 'blend.menu', message: 'More for this blend' })}
          />
        }
        entries={() => [
          blend.chat_id === null
            ? {
                icon: IconUserPlus,
                label: i18n._({ id: 'blend.invite.more', message: 'Invite buddies' }),
                act: `/blends/new?to=${blend.id}`,
              }
            : { icon: IconAffiliate, label: i18n._({ id: 'blend.group', message: 'Go to the group' }), act: `/group/${blend.chat_id}` },
          { icon: IconPencil, label: i18n._({ id: 'blend.rename', message: 'Rename' }), act: () => setDialog('rename') },
          {
            icon: IconDoorExit,
            label: i18n._({ id: 'blend.leave', message: 'Leave the blend' }),
            act: () => setDialog('leave'),
            isBad: true,
          },
        ]}
      />
      {dialog === 'rename' && <RenameDialog id={blend.id} title={blend.title ?? ''} onClose={close} />}
      {dialog === 'leave' && (
        <LazyConfirmDialog
          title={i18n._({ id: 'blend.leave.title', message: 'Leave {title}?', values: { title } })}
          confirm={i18n._({ id: 'blend.leave.confirm', message: 'Leave' })}
          onClose={close}
          onConfirm={() => {
            void blendCommands.leave(blend.id).then((isGone) => isGone && navigate('/blends'))
          }}
        >
          {leavingText(i18n, blend)}
        </LazyConfirmDialog>
      )}
    </>
  )
}

function leavingText(i18n: I18n, { chat_id: chatId, members }: Blend): string {
  if (chatId !== null)
    return i18n._({ id: 'blend.leave.group', message: 'Your items disappear from it at once. You can join again on the group’s page.' })
  return members.length <= 2
    ? i18n._({ id: 'blend.leave.last', message: 'The blend ends, because only one of you would be left.' })
    : i18n._({ id: 'blend.leave.text', message: 'Your items disappear from it at once. A member can invite you again.' })
}
