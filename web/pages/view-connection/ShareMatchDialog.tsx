import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { SharePictureDialog } from '#web/features/taste/SharePictureDialog.tsx'
import { callApi } from '#web/platform/api-client.ts'
import { shortName } from '#web/ui/text/short-name.ts'

type ShareMatchProps = { person: PersonCard; isNamed: boolean; onClose: () => void }

/** The picture of the match with a buddy by month, to save or share. The buddy allows it, and their name in it. */
export function ShareMatchDialog({ person, isNamed, onClose }: ShareMatchProps) {
  const { i18n } = useLingui()
  const name = shortName(person)
  return (
    <SharePictureDialog
      title={i18n._({ id: 'match-time.share.title', message: 'Your match as a picture' })}
      subject={['match', person.uid]}
      make={(shape) => callApi(tasteTimeCalls.makeMatchPicture, { params: { uid: person.uid }, body: { shape } })}
      fileName="match.webp"
      alt={
        isNamed
          ? i18n._({ id: 'match-time.share.alt', message: 'Your match with {name} by month, with both names', values: { name } })
          : i18n._({ id: 'match-time.share.alt.unnamed', message: 'Your match with a buddy by month, with your name' })
      }
      note={
        isNamed
          ? i18n._({
              id: 'match-time.share.named',
              message: 'It has your match by month and both names; {name} allows this. Nobody sees it until you share it.',
              values: { name },
            })
          : i18n._({
              id: 'match-time.share.unnamed',
              message: 'It has your match by month and your name, but not that of {name}. Nobody sees it until you share it.',
              values: { name },
            })
      }
      onClose={onClose}
    />
  )
}
