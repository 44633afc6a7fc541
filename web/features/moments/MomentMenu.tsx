import { Suspense, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconBellOff, IconDots, IconEyeOff, IconFlag, IconLink, IconPencil, IconTrash, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { mute } from '#web/features/connections/mutes.ts'
import { shortName } from '#web/features/connections/short-name.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Menu } from '#web/ui/Menu.ts'
import { focusAfterMoment } from './focus-after.ts'
import { hideMoment } from './moments.hiding.ts'
import { removeMoment } from './moments.removals.ts'
import { copyMomentAddress } from './share-moment.ts'

const ReportDialog = lazyPart(async () => (await import('#web/features/connections/ReportDialog.tsx')).ReportDialog)
const EditMomentDialog = lazyPart(async () => (await import('./EditMomentDialog.tsx')).EditMomentDialog)

/** What else can be done with a moment. `onGone` is called when it leaves the screen. */
export function MomentMenu({ moment, onGone }: { moment: Moment; onGone?: () => void }) {
  const { i18n } = useLingui()
  const [dialog, setDialog] = useState<'edit' | 'report' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDialog(null)
    // The menu that asked for the dialog is gone; what opened the menu is still there.
    setTimeout(() => button.current?.focus())
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            ref={button}
            aria-label={i18n._({ id: 'moments.menu', message: 'More about the moment of {name}', values: { name: moment.author.name } })}
          >
            <IconDots size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={18} stroke={1.8} aria-hidden />} onClick={() => void copyMomentAddress(i18n, moment)}>
            {i18n._({ id: 'moments.menu.copy', message: 'Copy link' })}
          </Menu.Item>
          {moment.mine ? (
            <OwnItems id={moment.id} onEdit={() => setDialog('edit')} onGone={onGone} />
          ) : (
            <OtherItems moment={moment} onReport={() => setDialog('report')} onGone={onGone} />
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'edit' && <EditMomentDialog moment={moment} onClose={close} />}
        {dialog === 'report' && <ReportDialog kind="moment" id={moment.id} onClose={close} />}
      </Suspense>
    </>
  )
}

function OwnItems({ id, onEdit, onGone }: { id: string; onEdit: () => void; onGone: (() => void) | undefined }) {
  const { i18n } = useLingui()
  const handleDelete = () => {
    focusAfterMoment(id)
    removeMoment(id)
    onGone?.()
  }
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />} onClick={onEdit}>
        {i18n._({ id: 'moments.menu.edit', message: 'Edit' })}
      </Menu.Item>
      <Menu.Item color="bad" leftSection={<IconTrash size={18} stroke={1.8} aria-hidden />} onClick={handleDelete}>
        {i18n._({ id: 'moments.menu.delete', message: 'Delete' })}
      </Menu.Item>
    </>
  )
}

type OtherItemsProps = { moment: Moment; onReport: () => void; onGone: (() => void) | undefined }

function OtherItems({ moment, onReport, onGone }: OtherItemsProps) {
  const { i18n } = useLingui()
  const { id, author } = moment
  const handleHide = () => {
    focusAfterMoment(id)
    void hideMoment(id)
    onGone?.()
  }
  const handleMute = () => {
    focusAfterMoment(id)
    void mute(author)
  }
  return (
    <>
      <Menu.Item component={Link} to={`/moments/${author.uid}`} leftSection={<IconUserCircle size={18} stroke={1.8} aria-hidden />}>
        {i18n._({ id: 'moments.menu.all', message: 'All moments of {name}', values: { name: author.name } })}
      </Menu.Item>
      <Menu.Item leftSection={<IconEyeOff size={18} stroke={1.8} aria-hidden />} onClick={handleHide}>
        {i18n._({ id: 'moments.menu.hide', message: 'Hide this moment' })}
      </Menu.Item>
      <Menu.Item leftSection={<IconBellOff size={18} stroke={1.8} aria-hidden />} onClick={handleMute}>
        {i18n._({ id: 'moments.menu.mute', message: 'Mute {name}', values: { name: shortName(author) } })}
      </Menu.Item>
      <Menu.Item color="bad" leftSection={<IconFlag size={18} stroke={1.8} aria-hidden />} onClick={onReport}>
        {i18n._({ id: 'moments.menu.report', message: 'Report' })}
      </Menu.Item>
    </>
  )
}
