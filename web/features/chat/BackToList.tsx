import { useLingui } from '@lingui/react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'

/** On small screens, where the conversation replaces the list. */
export function BackToList() {
  const { i18n } = useLingui()
  return (
    <Link to="/chat" className="wl-chat-back" aria-label={i18n._({ id: 'chat.back', message: 'All conversations' })}>
      <IconArrowLeft size={20} stroke={1.8} aria-hidden />
    </Link>
  )
}
