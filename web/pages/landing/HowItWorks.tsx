import { useLingui } from '@lingui/react'
import { IconMessageCircle, IconPlugConnected, IconUsers } from '@tabler/icons-react'

/** Three steps, one sentence each. */
export function HowItWorks() {
  const { i18n } = useLingui()
  const steps = [
    {
      kind: 'music',
      icon: IconPlugConnected,
      title: i18n._({ id: 'landing.step.1', message: 'Bring your taste' }),
      text: i18n._({ id: 'landing.step.1.text', message: 'Connect Spotify and YouTube, or just pick the artists and channels you love.' }),
    },
    {
      kind: 'match',
      icon: IconUsers,
      title: i18n._({ id: 'landing.step.2', message: 'See who matches, and why' }),
      text: i18n._({
        id: 'landing.step.2.text',
        message: 'Every match shows what you share, rarest first. Rare favourites count for more than hits.',
      }),
    },
    {
      kind: 'video',
      icon: IconMessageCircle,
      title: i18n._({ id: 'landing.step.3', message: 'Talk about it' }),
      text: i18n._({ id: 'landing.step.3.text', message: 'Say hello, and send the track or the video right there in the chat.' }),
    },
  ]
  return (
    <section className="wl-steps">
      <h2>{i18n._({ id: 'landing.steps', message: 'How it works' })}</h2>
      <ol>
        {steps.map(({ kind, icon: Icon, title, text }) => (
          <li key={kind} className="wl-card wl-step">
            <span className="wl-step-icon" data-kind={kind}>
              <Icon size={22} stroke={1.8} aria-hidden />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
