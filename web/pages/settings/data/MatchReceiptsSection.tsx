import { useLingui } from '@lingui/react'
import { matchReceiptCalls, type ReceiptDay } from '#contract/taste/match-receipts.ts'
import { changePrivacy } from '#web/features/connections/privacy.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { Loaded, SettingsCard, SwitchRow } from '../SettingsCard.tsx'

export const RECEIPTS_ID = 'match-receipts'

/** Who opened the user's full match and whose the user opened, by day, among those who share such receipts. */
export function MatchReceiptsSection() {
  const { i18n } = useLingui()
  const receipts = useCall(matchReceiptCalls.getMatchReceipts)
  return (
    <SettingsCard title={i18n._({ id: 'receipts.title', message: 'Who opened your match' })} id={RECEIPTS_ID}>
      <Loaded query={receipts} rows={2}>
        {({ shared, opened_mine: openedMine, opened_by_me: openedByMe }) => (
          <>
      <ShareReceipts isShared={shared} />
      {shared && (
        <>
          <Days
            title={i18n._({ id: 'receipts.mine', message: 'They opened your match' })}
            empty={i18n._({ id: 'receipts.mine.empty', message: 'Nobody who shares this has opened it yet.' })}
            days={openedMine}
          />
          <Days
            title={i18n._({ id: 'receipts.by-me', message: 'You opened their match' })}
            empty={i18n._({ id: 'receipts.by-me.empty', message: 'You haven’t opened the match of anyone who shares this.' })}
            days={openedByMe}
          />
        </>
      )}
          </>
        )}
      </Loaded>
    </SettingsCard>
  )
}

/** The same setting as in the privacy group: without it there is nothing to show here. */
function ShareReceipts({ isShared }: { isShared: boolean }) {
  const { i18n } = useLingui()
  return (
    <SwitchRow
      label={i18n._({ id: 'privacy.match-receipts', message: 'Show people that you opened their match' })}
      hint={i18n._({
        id: 'privacy.match-receipts.hint',
        message: 'By day, for 90 days. Only with people who turn this on too: you see when they open yours.',
      })}
      checked={isShared}
      onChange={(isOn) => void changePrivacy({ match_receipts: isOn }).then(() => refreshCall(matchReceiptCalls.getMatchReceipts))}
    />
  )
}

function Days({ title, empty, days }: { title: string; empty: string; days: readonly ReceiptDay[] }) {
  const { i18n } = useLingui()
  return (
    <>
      <h3 className="wl-settings-subtitle">{title}</h3>
      {days.length === 0 && <p className="wl-muted">{empty}</p>}
      {days.map(({ day, people }) => (
        <section key={day} aria-label={i18n.date(day, { dateStyle: 'long', timeZone: 'UTC' })}>
          <p className="wl-muted wl-small">{i18n.date(day, { dateStyle: 'long', timeZone: 'UTC' })}</p>
          <ul className="wl-people">
            {people.map((person) => (
              <PersonRow key={person.uid} person={person} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
