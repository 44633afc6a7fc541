import { useLingui } from '@lingui/react'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { profileCalls } from '#contract/profiles.ts'
import { useCall } from '#web/platform/query.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { ChipRow } from '#web/ui/Chip.tsx'
import { type UserNameReason, typedUserName, userNameReason, userNameSentence } from './user-name.ts'
import './UserNameField.css'

/** Debounce of the check, in milliseconds. */
const DEBOUNCE_MS = 300

export type UserNameFieldProps = {
  /** "Username" if omitted. */
  label?: string
  value: string
  /** The form's error; has priority over the check's. */
  error: string | null
  onChange: (value: string) => void
}

/** A user name field with an availability check while typing. */
export function UserNameField({ label, value, error, onChange }: UserNameFieldProps) {
  const { i18n } = useLingui()
  const check = useUserNameCheck(value)
  const isTooEarly = value.length < 3 && userNameReason(value) === 'too_short'
  const found = check.state === 'rejected' && !isTooEarly ? userNameSentence(i18n, check.reason) : null
  const labels = {
    idle: i18n._({ id: 'user-name.hint', message: 'Lowercase letters, digits, dots and underscores. Others find you by it.' }),
    asking: i18n._({ id: 'user-name.asking', message: 'Checking whether it’s available…' }),
    free: i18n._({ id: 'user-name.free', message: '@{name} is available.', values: { name: value } }),
    rejected: null,
  }
  return (
    <div>
      <TextInput
        name="user_name"
        label={label ?? i18n._({ id: 'user-name.label', message: 'Username' })}
        description={labels[isTooEarly ? 'idle' : check.state]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ role: 'status' }}
        leftSection="@"
        rightSection={check.state === 'free' ? <IconCircleCheck size={20} stroke={1.8} color="var(--wl-match)" aria-hidden /> : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error ?? found}
        onChange={(event) => onChange(typedUserName(event.currentTarget.value))}
      />
      <Alternatives names={check.state === 'rejected' ? check.alternatives : []} onPick={onChange} />
    </div>
  )
}

/** Available user names similar to a taken one, as buttons. */
function Alternatives({ names, onPick }: { names: readonly string[]; onPick: (name: string) => void }) {
  const { i18n } = useLingui()
  if (names.length === 0) return null
  const label = i18n._({ id: 'user-name.alternatives', message: 'Still available' })
  return (
    <div className="wl-user-names">
      <span className="wl-muted wl-small">{label}</span>
      <ChipRow label={label}>
        {names.map((name) => (
          <button key={name} type="button" className="wl-chip wl-chip-filter" onClick={() => onPick(name)}>
            @{name}
          </button>
        ))}
      </ChipRow>
    </div>
  )
}

type Check = { state: 'idle' | 'asking' | 'free' } | { state: 'rejected'; reason: UserNameReason; alternatives: readonly string[] }

/** Whether a user name is available. Only valid names are checked, after typing pauses. */
export function useUserNameCheck(name: string): Check {
  const [rested] = useDebouncedValue(name, DEBOUNCE_MS)
  const reason = userNameReason(name)
  const isAsked = reason === null && rested === name
  const response = useCall(profileCalls.checkUserName, { params: { userName: name || '-' } }, { enabled: isAsked, staleMs: 10_000 })
  if (name === '') return { state: 'idle' }
  if (reason) return { state: 'rejected', reason, alternatives: [] }
  if (!isAsked || response.isPending) return { state: response.isError ? 'idle' : 'asking' }
  if (!response.data) return { state: 'idle' }
  return response.data.available
    ? { state: 'free' }
    : { state: 'rejected', reason: response.data.reason ?? 'taken', alternatives: response.data.alternatives }
}
