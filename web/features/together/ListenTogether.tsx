import { useLingui } from '@lingui/react'
import { IconHeadphones } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Item } from '#contract/media.ts'
import { startTogether } from '#web/features/media/together/together-entry.ts'
import { togetherList } from '#web/features/media/together/together-item.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'

type ListenTogetherProps = {
  items: readonly Item[]
  /** The conversation; null lets the user choose one. */
  chatId: string | null
  size?: 'sm' | 'md'
  /** An icon without a text. */
  isSmall?: boolean
}

/** Starts a shared session with these items, or adds them to the running one. */
export function ListenTogether({ items, chatId, size = 'sm', isSmall = false }: ListenTogetherProps) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const list = togetherList(items)
  if (!list) return null
  const [first, ...others] = list
  const start = async (inChat: string) => {
    try {
      const { startOrAddAll } = await import('./together.store.ts')
      startOrAddAll(inChat, [first, ...others])
      await navigate(`/chat/${inChat}`)
    } catch {
      notify('error', i18n._({ id: 'together.start-failed', message: 'The session couldn’t be started. Please try again.' }))
    }
  }
  const label = i18n._({ id: 'together.card.listen', message: 'Listen together' })
  const handleClick = () => (chatId === null ? startTogether(first, others) : void start(chatId))
  return isSmall ? (
    <ActionIcon variant="outline" size={46} aria-label={label} title={label} onClick={handleClick}>
      <IconHeadphones size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  ) : (
    <Button variant="default" size={size} leftSection={<IconHeadphones size={18} stroke={1.8} aria-hidden />} onClick={handleClick}>
      {label}
    </Button>
  )
}
