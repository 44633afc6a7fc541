import { useRef, useState } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import {
  IconBellOff,
  IconBookmark,
  IconBookmarkOff,
  IconDots,
  IconEyeOff,
  IconFlag,
  IconHelpCircle,
  IconLink,
  IconPencil,
  IconTrash,
  IconUserCircle,
} from '@tabler/icons-react'
import type { Moment } from '#contract/moments.ts'
import { mute } from '#web/features/connections/mutes.ts'
import { togetherEntries, togetherLink } from '#web/features/media/together/together-entry.ts'
import { saveEntry } from '#web/features/media/folders/save-entry.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { copyLink } from '#web/ui/copy.ts'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { focusAfterMomentRemoval } from './focus-after.ts'
import { momentUrl } from '../moment-address.ts'
import { setBookmarked } from '../moments.bookmarks.ts'
import { hideMoment } from '../moments.hiding.ts'
import { removeMoment } from '../moments.removals.ts'

const ReportDialog = lazyPart(async () => (await import('#web/features/connections/ReportDialog.tsx')).ReportDialog)
const WhyDialog = lazyPart(async () => (await import('./WhyDialog.tsx')).WhyDialog)
const EditMomentDialog = lazyPart(async () => (await import('../composer/EditMomentDialog.tsx')).EditMomentDialog)

/** More actions for a moment. `onGone` is called when it leaves the screen. */
export function MomentMenu({ moment, onGone }: { moment: Moment; onGone?: () => void }) {
  const { i18n } = useLingui()
  const [dialog, setDialog] = useState<'edit' | 'report' | 'why' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDialog(null)
    // The menu that opened the dialog is unmounted; its button still exists.
    setTimeout(() => button.current?.focus())
  }
  const entries = (): MenuEntry[] => [
    { icon: IconLink, label: i18n._({ id: 'moments.menu.copy', message: 'Copy link' }), act: () => void copyLink(i18n, momentUrl(moment)) },
    bookmarkEntry(i18n, moment),
    ...(moment.link ? [...togetherEntries(i18n, togetherLink(moment.link)), saveEntry(i18n, { link: moment.link, title: '' })] : []),
    { icon: IconHelpCircle, label: i18n._({ id: 'moments.why', message: 'Why am I seeing this?' }), act: () => setDialog('why') },
    ...(moment.mine
      ? ownEntries(i18n, moment.id, onGone, () => setDialog('edit'))
      : otherEntries(i18n, moment, onGone, () => setDialog('report'))),
  ]
  return (
    <>
      <MenuButton
        button={
          <ActionIcon
            icon={IconDots}
            ref={button}
            aria-label={i18n._({ id: 'moments.menu', message: 'More about {name}’s moment', values: { name: moment.author.name } })}
          />
        }
        entries={entries}
      />
      {dialog === 'edit' && <EditMomentDialog moment={moment} onClose={close} />}
      {dialog === 'why' && <WhyDialog moment={moment} onClose={close} />}
      {dialog === 'report' && <ReportDialog kind="moment" id={moment.id} onClose={close} />}
    </>
  )
}

function bookmarkEntry(i18n: I18n, moment: Moment): MenuEntry {
  return moment.bookmarked
    ? {
        icon: IconBookmarkOff,
        label: i18n._({ id: 'moments.bookmark.remove', message: 'Remove bookmark' }),
        act: () => void setBookmarked(moment, false),
      }
    : { icon: IconBookmark, label: i18n._({ id: 'moments.bookmark', message: 'Bookmark' }), act: () => void setBookmarked(moment, true) }
}

function ownEntries(i18n: I18n, id: string, onGone: (() => void) | undefined, edit: () => void): MenuEntry[] {
  const remove = () => {
    focusAfterMomentRemoval(id)
    removeMoment(id)
    onGone?.()
  }
  return [
    { icon: IconPencil, label: i18n._({ id: 'moments.menu.edit', message: 'Edit' }), act: edit },
    { icon: IconTrash, label: i18n._({ id: 'moments.menu.delete', message: 'Delete' }), act: remove, isBad: true },
  ]
}

function otherEntries(i18n: I18n, { id, author }: Moment, onGone: (() => void) | undefined, report: () => void): MenuEntry[] {
  const hide = () => {
    focusAfterMomentRemoval(id)
    void hideMoment(id)
    onGone?.()
  }
  const muteAuthor = () => {
    focusAfterMomentRemoval(id)
    void mute(author)
  }
  const values = { name: author.name }
  return [
    {
      icon: IconUserCircle,
      label: i18n._({ id: 'moments.menu.all', message: 'All of {name}’s moments', values }),
      act: `/moments/${author.uid}`,
    },
    { icon: IconEyeOff, label: i18n._({ id: 'moments.menu.hide', message: 'Hide this moment' }), act: hide },
    {
      icon: IconBellOff,
      label: i18n._({ id: 'moments.menu.mute', message: 'Mute {name}', values: { name: shortName(author) } }),
      act: muteAuthor,
    },
    { icon: IconFlag, label: i18n._({ id: 'moments.menu.report', message: 'Report' }), act: report, isBad: true },
  ]
}
