import { useLingui } from '@lingui/react'
import { IconDots, IconLink, IconTrash, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Menu } from '#web/ui/Menu.ts'
import { removeMoment } from './moments.removals.ts'
import { copyMomentAddress } from './share-moment.ts'

/** What else can be done with a moment. */
export function MomentMenu({ moment }: { moment: Moment }) {
  const { i18n } = useLingui()
  const { id, mine, author } = moment
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={i18n._({ id: 'moments.menu', message: 'More about the moment of {name}', values: { name: author.name } })}>
          <IconDots size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={18} stroke={1.8} aria-hidden />} onClick={() => void copyMomentAddress(i18n, moment)}>
          {i18n._({ id: 'moments.menu.copy', message: 'Copy link' })}
        </Menu.Item>
        {mine ? (
          <Menu.Item color="bad" leftSection={<IconTrash size={18} stroke={1.8} aria-hidden />} onClick={() => removeMoment(id)}>
            {i18n._({ id: 'moments.menu.delete', message: 'Delete' })}
          </Menu.Item>
        ) : (
          <Menu.Item component={Link} to={`/moments/${author.uid}`} leftSection={<IconUserCircle size={18} stroke={1.8} aria-hidden />}>
            {i18n._({ id: 'moments.menu.all', message: 'All moments of {name}', values: { name: author.name } })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
