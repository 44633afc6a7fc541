import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls, type Match, type Print } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Chip, ChipRow } from '#web/ui/Chip.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { idlePrint } from '#web/ui/print/idle-print.ts'
import { IconMessageCircle, IconPlugConnected, IconUsers } from '@tabler/icons-react'
import './LandingPage.css'

const CHIPS = 5
const PRINT_HEIGHT = 206

/** A real match of two demo users. Without demo data the drawing has a generic explanation. */
function ExampleMatch() {
  const { i18n } = useLingui()
  const response = useCall(tasteCalls.exampleMatch, {}, { staleMs: Number.POSITIVE_INFINITY })
  const example = response.data?.example
  return (
    <figure
      className="wl-card wl-example"
      style={{ margin: 0 }}
      aria-label={i18n._({ id: 'landing.example', message: 'An example of a match' })}
    >
      {example ? <Example {...example} /> : <Drawing isPending={response.isPending} />}
    </figure>
  )
}

type ExampleProps = { left: PersonCard; right: PersonCard; match: Match; prints: { mine: Print; theirs: Print } }

function Example({ left, right, match, prints }: ExampleProps) {
  const { i18n } = useLingui()
  const label = i18n._({
    id: 'landing.example.print',
    message:
      '{percent}% match: {artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}} in common',
    values: { percent: match.percent ?? 0, artists: match.shared_artists, channels: match.shared_channels },
  })
  return (
    <>
      <div className="wl-example-people">
        <Person person={left} />
        <MatchFigure percent={match.percent} />
        <Person person={right} />
      </div>
      <div className="wl-example-print">
        <TastePrint mine={prints.mine} theirs={prints.theirs} label={label} height={PRINT_HEIGHT} grow />
      </div>
      <div className="wl-example-chips">
        <ChipRow>
          {match.shared.slice(0, CHIPS).map(({ item }) => (
            <Chip key={item.id} kind={item.kind === 'artist' || item.kind === 'track' ? 'music' : 'video'}>
              {item.name}
            </Chip>
          ))}
          <Chip kind="match">
            {i18n._({
              id: 'landing.example.shared',
              message: '{artists} + {channels} shared',
              values: { artists: match.shared_artists, channels: match.shared_channels },
            })}
          </Chip>
        </ChipRow>
      </div>
    </>
  )
}

function Person({ person }: { person: PersonCard }) {
  return (
    <span className="wl-example-person">
      <Avatar person={person} size={44} />
      <span className="wl-line">{person.name.split(/\s/)[0]}</span>
    </span>
  )
}

function Drawing({ isPending }: { isPending: boolean }) {
  const { i18n } = useLingui()
  if (isPending) {
    return (
      <>
        <div className="wl-example-people">
          <Skeleton shape="round" width={44} />
        </div>
        <div className="wl-example-print">
          <Skeleton shape="block" height="100%" />
        </div>
        <div className="wl-example-chips">
          <Skeleton width="70%" height={28} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className="wl-example-people">
        <span className="wl-muted">{i18n._({ id: 'landing.example.you', message: 'You above' })}</span>
        <span />
        <span className="wl-muted" style={{ textAlign: 'end' }}>
          {i18n._({ id: 'landing.example.they', message: 'Them below' })}
        </span>
      </div>
      <div className="wl-example-print">
        <TastePrint mine={idlePrint.mine} theirs={idlePrint.theirs} label="" height={PRINT_HEIGHT} />
      </div>
      <p className="wl-muted wl-example-chips">
        {i18n._({
          id: 'landing.example.explain',
          message: 'One bar for each kind of music, then one for each kind of video. Bars you share light up.',
        })}
      </p>
    </>
  )
}

/** The landing page: the promise, a real example, how it works, and privacy. */
export function LandingPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageTitle title={PRODUCT_NAME} />
      <section className="wl-hero">
        <div className="wl-hero-text">
          <h1>{i18n._({ id: 'landing.promise', message: 'Find the people who hear what you hear.' })}</h1>
          <p>
            {i18n._({
              id: 'landing.lead',
              message:
                'Connect your music and video accounts. {product} finds the people who love the same deep cuts and channels, and gives you a place to talk about them.',
              values: { product: PRODUCT_NAME },
            })}
          </p>
          <div className="wl-hero-act">
            <Button component={Link} to="/sign-up" size="lg">
              {i18n._({ id: 'landing.start', message: 'Find my people' })}
            </Button>
            <span>{i18n._({ id: 'landing.free', message: 'Free. Your data stays yours.' })}</span>
          </div>
        </div>
        <ExampleMatch />
      </section>
      <HowItWorks />
      <section className="wl-promise">
        <h2>{i18n._({ id: 'landing.privacy.title', message: 'Your taste, your call' })}</h2>
        <p>
          {i18n._({
            id: 'landing.privacy',
            message:
              'You decide who sees each source and whether it counts for matching. Disconnecting a source deletes everything that came from it.',
          })}{' '}
          <Link className="wl-link" to="/privacy-policy">
            {i18n._({ id: 'landing.privacy.more', message: 'What we keep' })}
          </Link>
        </p>
      </section>
    </>
  )
}

/** Three steps, one sentence each. */
function HowItWorks() {
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
        message: 'Every match shows what you share, rarest first. Rare favorites count for more than hits.',
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
