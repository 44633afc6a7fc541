import { useLingui } from '@lingui/react'
import { connectionCalls } from '#contract/connections.ts'
import { mutualWords } from '#web/features/connections/connections.words.ts'
import { AnswerButtons } from '#web/features/connections/PersonActions.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { HomeSection } from './HomeSection.tsx'

/** Who waits for an answer, with the answer right there. Nothing when nobody does; the bell tells of failures. */
export function Requests() {
  const { i18n } = useLingui()
  const requests = useCall(connectionCalls.getRequests)
  if (!requests.data || requests.data.requests.length === 0) return null
  return (
    <HomeSection title={i18n._({ id: 'home.requests', message: 'Waiting for you' })}>
      <ul className="wl-card wl-people wl-home-requests">
        {requests.data.requests.map((request) => (
          <PersonRow
            key={request.person.uid}
            person={request.person}
            about={mutualWords(i18n, request.mutual_count)}
            note={request.note}
            actions={<AnswerButtons person={request.person} />}
          />
        ))}
      </ul>
    </HomeSection>
  )
}
