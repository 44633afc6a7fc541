import { useLingui } from '@lingui/react'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { momentCalls } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { readApi } from '#web/platform/api-client.ts'
import { notify } from '#web/platform/notices.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { shortName } from '#web/ui/text/short-name.ts'

/** A bell: notifications when this person posts. */
export function PostAlertButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const input = { params: { uid: person.uid } }
  const alert = useCall(momentCalls.getPostAlert, input)
  const isOn = alert.data?.on ?? false
  const values = { name: shortName(person) }

  async function change(on: boolean) {
    const failure = await updateOptimistically(momentCalls.getPostAlert, input, {
      shown: () => ({ on }),
      send: () => readApi(momentCalls.setPostAlert, { ...input, body: { on } }),
    })
    if (failure) {
      notify('error', failure.sentence ?? i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
      return
    }
    notify(
      'neutral',
      on
        ? i18n._({ id: 'post-alert.on', message: 'You’ll be notified when {name} posts.', values })
        : i18n._({ id: 'post-alert.off', message: 'No more notifications when {name} posts.', values }),
      { about: `post-alert ${person.uid}` },
    )
  }

  const label = i18n._({ id: 'post-alert', message: 'Notify me when {name} posts', values })
  return (
    <ActionIcon
      variant="outline"
      size={42}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={!alert.data}
      onClick={() => void change(!isOn)}
    >
      {isOn ? <IconBellFilled size={20} aria-hidden /> : <IconBell size={20} stroke={1.8} aria-hidden />}
    </ActionIcon>
  )
}
