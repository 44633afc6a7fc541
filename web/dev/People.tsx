import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { PersonActions } from '#web/features/connections/PersonActions.tsx'
import { DecisionForm } from '#web/features/moderation/DecisionForm.tsx'
import { LogList } from '#web/features/moderation/LogList.tsx'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { CheckYourEmail } from '#web/features/identity/forms/CheckYourEmail.tsx'
import { PasswordRules } from '#web/features/identity/forms/PasswordRules.tsx'
import { MethodsDivider } from '#web/features/identity/forms/MethodsDivider.tsx'
import { LanguagesField } from '#web/features/profiles/LanguagesField.tsx'
import { ProfileHead } from '#web/features/profiles/ProfileHead.tsx'
import { ProfileTabs } from '#web/features/profiles/ProfileTabs.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { profiles, report } from './more.samples.ts'
import { allPeople, long, usual } from './samples.ts'
import { Specimen } from './Specimen.tsx'

const relations = ['none', 'requested', 'asked', 'connected', 'blocked'] as const
const nothing = () => undefined

/** People and their relationship to the viewer. */
export function People() {
  return (
    <>
      <Specimen title="ProfileHead: usual, long, right to left, a cover and nothing said; ProfileTabs">
        {profiles.map((profile) => (
          <div key={profile.uid} className="wl-specimen-wide">
            <ProfileHead profile={profile} actions={<PersonActions person={profile} relation={profile.relation} variant="page" />} />
          </div>
        ))}
        <ProfileTabs uid={usual.uid} current="music" />
      </Specimen>
      <Specimen title="PersonActions: on a card and on a page, for each way two people stand">
        {relations.map((relation) => (
          <PersonActions key={relation} person={usual} relation={relation} />
        ))}
        {relations.map((relation) => (
          <PersonActions key={relation} person={long} relation={relation} variant="page" />
        ))}
      </Specimen>
      <Specimen title="AvatarStack, SectionHeader">
        <AvatarStack people={allPeople} size={32} />
        <div>
          <SectionHeader title={long.name}>
            <span className="wl-muted">1,204</span>
          </SectionHeader>
        </div>
      </Specimen>
    </>
  )
}

/** Sign-in forms and the moderation queue. */
export function SignIn() {
  return (
    <>
      <Specimen title="Of the ways in: password, its rules, languages, a mail that was sent">
        <div>
          <CurrentPasswordField value="not the one" error="That is not your current password." onChange={nothing} />
          <PasswordRules id="gallery-rules" password="short" policy={{ min_length: 10, max_length: 128, refuses_common: true }} />
          <MethodsDivider />
        </div>
        <div>
          <LanguagesField value={['en', 'de', 'ar']} error={null} onChange={nothing} />
        </div>
        <CheckYourEmail email="a.person.with.a.long.name@example.com" onBack={nothing} />
      </Specimen>
      <Specimen title="Of the queue: a decision, what was done, nothing yet">
        <DecisionForm report={report} />
        <div>
          <LogList log={report.log} />
          <LogList log={[]} />
        </div>
      </Specimen>
    </>
  )
}
