import type { ReactNode, RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { FrameStatus } from './use-frame.ts'
import './players.css'

/** Permissions of a player's iframe: scripts, presentation, and popups. */
const SANDBOX = 'allow-scripts allow-presentation allow-popups allow-popups-to-escape-sandbox'

export type PlayerFrameProps = {
  frame: RefObject<HTMLIFrameElement | null>
  src: string
  title: string
  allow: string
  /** Without an origin, so without the storage of any site: for our page that runs a platform's script. */
  isOpaque?: boolean
  status: FrameStatus
  /** The content's page on its platform. */
  href: string
  platform: string
  onRetry: () => void
  onLoad?: () => void
  /** Replaces the player, which then plays nothing. */
  instead?: ReactNode
}

/** A player's iframe, with its loading and error states. */
export function PlayerFrame({
  frame,
  src,
  title,
  allow,
  isOpaque = false,
  status,
  href,
  platform,
  onRetry,
  onLoad,
  instead,
}: PlayerFrameProps) {
  const { i18n } = useLingui()
  return (
    <div className="wl-player">
      <iframe
        ref={frame}
        src={src}
        title={title}
        allow={allow}
        sandbox={isOpaque ? SANDBOX : `${SANDBOX} allow-same-origin`}
        // Without a referrer YouTube's player fails (error 153).
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={onLoad}
      />
      {status === 'loading' && (
        <div className="wl-player-cover" aria-hidden>
          <Skeleton shape="block" height="100%" />
        </div>
      )}
      {status === 'unreachable' && (
        <PlayerMessage
          text={i18n._({ id: 'player.unreachable', message: '{platform}’s player can’t be reached.', values: { platform } })}
          href={href}
          platform={platform}
        >
          <Button variant="default" onClick={onRetry}>
            {i18n._({ id: 'state.retry', message: 'Try again' })}
          </Button>
        </PlayerMessage>
      )}
      {status === 'ready' && instead}
    </div>
  )
}

/** A message in place of a player, with a link to the platform and optional actions. */
export function PlayerMessage({ text, href, platform, children }: { text: string; href: string; platform: string; children?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-player-cover wl-player-words">
      <output>{text}</output>
      <div className="wl-player-actions">
        {children}
        <a className="wl-link" href={href} target="_blank" rel="noopener noreferrer">
          {i18n._({ id: 'player.open', message: 'Open on {platform}', values: { platform } })}
          <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
        </a>
      </div>
    </div>
  )
}
