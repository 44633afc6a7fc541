import { useLingui } from '@lingui/react'
import { IconDots, IconEqual, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Blend, BlendEmphasis, BlendMember } from '#contract/blends.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { memberName, shareText } from '#web/features/blends/blends.messages.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { gradientOf } from '#web/ui/gradient.ts'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'

/** How many items each member brings, with a menu for less or more of them. */
export function FairShare({ blend }: { blend: Blend }) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  const joined = blend.members.filter(({ state }) => state === 'joined')
  const most = Math.max(1, ...joined.map(({ brings }) => brings))
  return (
    <details className="wl-card wl-fair" open={!isNarrow}>
      <summary>
        <h2>{i18n._({ id: 'blend.share', message: 'Fair share' })}</h2>
        <span className="wl-muted wl-small">{shareText(i18n, joined)}</span>
        <span className="wl-fair-strip" aria-hidden>
          {joined.map(({ person, brings }) => (
            <span key={person.uid} style={{ flexGrow: brings, background: gradientOf(person.uid, 'person').from }} />
          ))}
        </span>
      </summary>
      <ul>
        {joined.map((member) => (
          <Member key={member.person.uid} member={member} blendId={blend.id} most={most} />
        ))}
      </ul>
      {!blend.is_thin && (
        <p className="wl-muted wl-small">{i18n._({ id: 'blend.share.fits', message: 'Every item fits at least two of you.' })}</p>
      )}
    </details>
  )
}

function Member({ member: { person, brings, emphasis }, blendId, most }: { member: BlendMember; blendId: string; most: number }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const name = memberName(i18n, person, me)
  const set = (next: BlendEmphasis) => void blendCommands.adjust(blendId, person.uid, next)
  const choices = {
    less: { icon: IconMinus, label: i18n._({ id: 'blend.less', message: 'Less of {name}', values: { name } }) },
    same: { icon: IconEqual, label: i18n._({ id: 'blend.same', message: 'Same as everyone' }) },
    more: { icon: IconPlus, label: i18n._({ id: 'blend.more', message: 'More of {name}', values: { name } }) },
  }
  return (
    <li>
      <Avatar person={person} size={26} />
      <span className="wl-line wl-fair-name">
        {name}
        {emphasis !== 'same' && <span className="wl-dim"> · {choices[emphasis].label}</span>}
      </span>
      <span className="wl-fair-bar" aria-hidden>
        <span style={{ width: `${(brings / most) * 100}%`, background: gradientOf(person.uid, 'person').from }} />
      </span>
      <strong>{brings}</strong>
      <MenuButton
        button={
          <ActionIcon
            icon={IconDots}
            iconSize={18}
            size={32}
            aria-label={i18n._({ id: 'blend.adjust', message: 'Less or more of {name}', values: { name } })}
          />
        }
        entries={() =>
          (['less', 'same', 'more'] as const)
            .filter((choice) => choice !== emphasis)
            .map((choice) => ({ ...choices[choice], act: () => set(choice) }))
        }
      />
    </li>
  )
}
