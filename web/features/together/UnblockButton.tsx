import { useLingui } from '@lingui/react'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Button } from '#web/ui/Button.tsx'
import { useLocalPlayer } from './together.store.ts'

/** Starts sound with a click, in browsers that block autoplay. */
export function UnblockButton() {
  const { i18n } = useLingui()
  const unblock = useLocalPlayer((player) => player.unblock)
  if (!unblock) return null
  return (
    <Button leftSection={<IconPlayerPlayFilled size={20} aria-hidden />} onClick={unblock}>
      {i18n._({ id: 'together.unblock', message: 'Turn on sound' })}
    </Button>
  )
}
