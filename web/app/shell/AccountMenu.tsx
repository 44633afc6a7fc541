import { useLingui } from '@lingui/react'
import { IconSelector } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { useDisclosure } from './use-disclosure.ts'

const AccountPanel = lazyComponent(async () => (await import('./AccountPanel.tsx')).AccountPanel)

/** Opens the accounts of this browser: switch, add, and sign out. */
export function AccountMenu() {
  const { i18n } = useLingui()
  const { isOpen, toggle, close, area } = useDisclosure()
  return (
    <div className="wl-accounts" ref={area}>
      <button type="button" className="wl-icon-button" aria-expanded={isOpen} onClick={toggle}>
        <IconSelector size={20} stroke={1.8} aria-hidden />
        <span className="wl-hidden">{i18n._({ id: 'accounts.menu', message: 'Switch accounts' })}</span>
      </button>
      {isOpen && (
        <Suspense>
          <AccountPanel onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
