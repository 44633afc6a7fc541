import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowsLeftRight, IconArrowMerge, IconBan, IconBell, IconBellOff, IconDots, IconFlag, IconUserMinus } from '@tabler/icons-react'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { Profile } from '#contract/profiles.ts'
import { LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { BlockDialog, UnfriendDialog } from '#web/features/connections/PersonDialogs.tsx'
import { mute, unmute } from '#web/features/connections/mutes.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'

type Question = 'unfriend' | 'block' | 'report'

/** More actions for a person who is not blocked. Irreversible ones ask for confirmation. */
export function ProfileMenu({ profile: person }: { profile: Profile }) {
  const { i18n } = useLingui()
  const [question, setQuestion] = useState<Question | null>(null)
  const { relation, muted } = person
  const name = shortName(person)
  const entries = (): MenuEntry[] => [
    {
      icon: IconArrowsLeftRight,
      label: i18n._({ id: 'profile.menu.connection', message: 'You and {name}', values: { name } }),
      act: `/view-connection/${person.uid}`,
    },
    ...(relation === 'connected'
      ? [
          {
            icon: IconArrowMerge,
            label: i18n._({ id: 'profile.menu.blend', message: 'Blend with {name}', values: { name } }),
            act: `/blends/new?with=${person.uid}`,
          },
          {
            icon: IconUserMinus,
            label: i18n._({ id: 'connections.unfriend', message: 'Unfriend' }),
            act: () => setQuestion('unfriend'),
          },
        ]
      : []),
    muted
      ? {
          icon: IconBell,
          label: i18n._({ id: 'profile.menu.unmute', message: 'Unmute {name}', values: { name } }),
          act: () => void unmute(person),
        }
      : {
          icon: IconBellOff,
          label: i18n._({ id: 'profile.menu.mute', message: 'Mute {name}', values: { name } }),
          act: () => void mute(person),
        },
    {
      icon: IconFlag,
      label: i18n._({ id: 'profile.menu.report', message: 'Report {name}', values: { name } }),
      act: () => setQuestion('report'),
    },
    {
      icon: IconBan,
      label: i18n._({ id: 'profile.menu.block', message: 'Block {name}', values: { name } }),
      act: () => setQuestion('block'),
      isBad: true,
    },
  ]
  return (
    <>
      <MenuButton
        button={
          <ActionIcon
            icon={IconDots}
            variant="outline"
            size={42}
            aria-label={i18n._({ id: 'profile.menu', message: 'More about {name}', values: { name } })}
          />
        }
        entries={entries}
      />
      {question !== null && <Ask question={question} person={person} relation={relation} onClose={() => setQuestion(null)} />}
    </>
  )
}

type AskProps = { question: Question; person: PersonCard; relation: Relation; onClose: () => void }

function Ask({ question, person, relation, onClose }: AskProps) {
  if (question === 'report') return <LazyReportDialog kind="person" id={person.uid} onClose={onClose} />
  if (question === 'unfriend') return <UnfriendDialog person={person} onClose={onClose} />
  return <BlockDialog person={person} relation={relation} onClose={onClose} />
}
