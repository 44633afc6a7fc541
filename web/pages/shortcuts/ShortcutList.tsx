import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { isHelpKeyEnabled, setHelpKeyEnabled } from './keys.ts'
import './ShortcutList.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const COMMAND = isMac ? '⌘' : 'Ctrl'

/** `keys`: one entry per press; keys of one press are grouped. */
type Shortcut = { keys: readonly (readonly string[])[]; does: string }
type Part = { title: string; shortcuts: readonly Shortcut[] }

/** All keyboard shortcuts, grouped by place. */
export function ShortcutList() {
  const { i18n } = useLingui()
  const [isOn, setOn] = useState(isHelpKeyEnabled)
  const handleSwitch = (next: boolean) => {
    setHelpKeyEnabled(next)
    setOn(next)
  }
  return (
    <>
      <div className="wl-shortcut-list">
        {useParts().map(({ title, shortcuts }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((press) => (
                      <span key={press.join(' ')}>
                        {press.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        checked={isOn}
        onChange={({ currentTarget }) => handleSwitch(currentTarget.checked)}
        label={i18n._({ id: 'shortcuts.help-key', message: 'The ? key opens this list' })}
        description={i18n._({ id: 'shortcuts.help-key.text', message: 'Turn this off if you use voice input.' })}
      />
    </>
  )
}

function useParts(): Part[] {
  const { i18n } = useLingui()
  const enter = i18n._({ id: 'key.enter', message: 'Enter' })
  const escape = i18n._({ id: 'key.escape', message: 'Esc' })
  const shift = i18n._({ id: 'key.shift', message: 'Shift' })
  return [
    {
      title: i18n._({ id: 'shortcuts.anywhere', message: 'Anywhere' }),
      shortcuts: [
        { keys: [[COMMAND, 'K']], does: i18n._({ id: 'palette.label', message: 'Go to people, pages and actions' }) },
        { keys: [['?']], does: i18n._({ id: 'shortcuts.title', message: 'Keyboard shortcuts' }) },
        { keys: [[escape]], does: i18n._({ id: 'shortcuts.close', message: 'Close what’s open' }) },
      ],
    },
    {
      title: i18n._({ id: 'shortcuts.lists', message: 'Suggestions' }),
      shortcuts: [
        { keys: [['↑'], ['↓']], does: i18n._({ id: 'shortcuts.choose', message: 'Choose' }) },
        { keys: [[enter]], does: i18n._({ id: 'shortcuts.take', message: 'Use the selected suggestion' }) },
      ],
    },
    {
      title: i18n._({ id: 'nav.buddies', message: 'Find buddies' }),
      shortcuts: [
        {
          keys: [['←'], ['→'], ['↑'], ['↓']],
          does: i18n._({ id: 'shortcuts.people', message: 'Next and previous person, while a card has focus' }),
        },
        { keys: [[enter]], does: i18n._({ id: 'shortcuts.enter-card', message: 'Move to the buttons of the card' }) },
        { keys: [[escape]], does: i18n._({ id: 'shortcuts.leave-card', message: 'Back to the card' }) },
      ],
    },
    {
      title: i18n._({ id: 'nav.moments', message: 'Moments' }),
      shortcuts: [
        { keys: [['J'], ['K']], does: i18n._({ id: 'shortcuts.cards', message: 'Next and previous moment, from within the feed' }) },
        { keys: [[enter]], does: i18n._({ id: 'shortcuts.open', message: 'Open the moment' }) },
        { keys: [[COMMAND, enter]], does: i18n._({ id: 'shortcuts.post', message: 'Post your moment' }) },
      ],
    },
    {
      title: i18n._({ id: 'nav.chat', message: 'Chat' }),
      shortcuts: [
        { keys: [[enter]], does: i18n._({ id: 'shortcuts.send', message: 'Send' }) },
        { keys: [[shift, enter]], does: i18n._({ id: 'shortcuts.line', message: 'New line' }) },
        { keys: [['↑']], does: i18n._({ id: 'shortcuts.edit', message: 'Edit your last message, while the field is empty' }) },
        { keys: [['↑'], ['↓']], does: i18n._({ id: 'shortcuts.messages', message: 'Move among messages' }) },
      ],
    },
    {
      title: i18n._({ id: 'shortcuts.panels', message: 'Players' }),
      shortcuts: [
        {
          keys: [[i18n._({ id: 'key.space', message: 'Space' })]],
          does: i18n._({ id: 'shortcuts.play', message: 'Play or pause, while no button or field has the focus' }),
        },
        {
          keys: [['←'], ['→'], ['↑'], ['↓']],
          does: i18n._({ id: 'shortcuts.move', message: 'Move the panel, with the focus on its handle' }),
        },
        {
          keys: [[i18n._({ id: 'key.home', message: 'Home' })]],
          does: i18n._({ id: 'shortcuts.back', message: 'Put the panel back in its place' }),
        },
      ],
    },
  ]
}
