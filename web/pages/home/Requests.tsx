import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { IncomingRequest } from '#contract/connections.ts'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { declineWithUndo } from '#web/features/connections/declines.ts'
import { AnswerButtons } from '#web/features/matching/connect/PersonActions.tsx'
import { requestKey, useOpenRequests } from '#web/features/connections/requests.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { RequestTaste } from '#web/features/matching/RequestTaste.tsx'
import { Button } from '#web/ui/Button.tsx'
import { KeepFocus } from '#web/ui/focus/KeepFocus.tsx'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { HomeSection } from './HomeSection.tsx'
import { useKnown, type Turn } from './use-turns.ts'

/** How long an accepted request stays in the list. */
const ACCEPTED_MS = 8_000

type Accepted = { request: IncomingRequest; at: number }

/** Open requests with buttons to answer. Renders nothing without any; the bell shows load errors. */
export function Requests({ turn }: { turn: Turn }) {
  const { i18n } = useLingui()
  const { open = [], isLoading } = useOpenRequests()
  useKnown(turn, !isLoading)
  const [accepted, setAccepted] = useState<readonly Accepted[]>([])
  const rows = withAccepted(open, accepted)
  if (rows.length === 0) return null
  const remove = (request: IncomingRequest) => setAccepted((all) => all.filter((entry) => entry.request !== request))
  const handleAccept = async (request: IncomingRequest, index: number) => {
    setAccepted((all) => [...all, { request, at: index }])
    if (!(await connectionCommands.accept(request.person))) remove(request)
  }
  return (
    <HomeSection
      title={i18n._({ id: 'home.requests', message: 'Requests' })}
      aside={
        open.length > 0 && (
          <span className="wl-muted wl-small">
            {i18n._({
              id: 'home.requests.open',
              message: '{count, plural, one {# waiting} other {# waiting}}',
              values: { count: open.length },
            })}
          </span>
        )
      }
    >
      <ul className="wl-card wl-people wl-home-requests">
        {rows.map((request, index) => (
          <RequestRow
            key={requestKey(request)}
            request={request}
            isAccepted={accepted.some((entry) => entry.request === request)}
            onAccept={() => void handleAccept(request, index)}
            onEnd={() => remove(request)}
          />
        ))}
      </ul>
    </HomeSection>
  )
}

/** The open requests, with each accepted one in the place where it was. */
export function withAccepted(open: readonly IncomingRequest[], accepted: readonly Accepted[]): IncomingRequest[] {
  const keys = new Set(accepted.map(({ request }) => requestKey(request)))
  const rows = open.filter((request) => !keys.has(requestKey(request)))
  for (const { request, at } of accepted.toSorted((a, b) => a.at - b.at)) rows.splice(at, 0, request)
  return rows
}

type RequestRowProps = { request: IncomingRequest; isAccepted: boolean; onAccept: () => void; onEnd: () => void }

function RequestRow({ request, isAccepted, onAccept, onEnd }: RequestRowProps) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const { person } = request
  const values = { name: person.name }
  return (
    <PersonRow
      person={person}
      about={[mutualBuddiesText(i18n, request.mutual_count), relativeTime(request.asked_at, i18n.locale, nowMs)]
        .filter(Boolean)
        .join(' · ')}
      note={isAccepted ? '' : request.note}
      details={
        <output>{isAccepted && i18n._({ id: 'connections.banner.connected', message: 'You and {name} are buddies', values })}</output>
      }
      actions={
        <>
          {!isAccepted && <RequestTaste person={person} />}
          <div className="wl-home-answer">
            <KeepFocus on={isAccepted ? 'accepted' : 'open'} className="wl-person-actions">
              {isAccepted ? (
                <SayHi request={request} onEnd={onEnd} />
              ) : (
                <AnswerButtons person={person} onDecline={() => declineWithUndo(request)} onAccept={onAccept} />
              )}
            </KeepFocus>
          </div>
        </>
      }
    />
  )
}

/** Disappears after a while, but not while it has the keyboard focus. */
function SayHi({ request: { person }, onEnd }: { request: IncomingRequest; onEnd: () => void }) {
  const { i18n } = useLingui()
  const box = useRef<HTMLSpanElement>(null)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ACCEPTED_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isOver && !box.current?.querySelector(':focus-visible')) onEnd()
  }, [isOver, onEnd])
  return (
    <span ref={box} className="wl-person-actions" onBlur={() => void (isOver && onEnd())}>
      <Button component={Link} to={`/chat?uid=${person.uid}`}>
        {i18n._({ id: 'week.say-hi', message: 'Say hi to {name}', values: { name: shortName(person) } })}
      </Button>
    </span>
  )
}
