import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { LinkRecord } from '#contract/links.ts'
import { clipOf } from '../players/embed-address.ts'
import { PlayClip } from './PlayClip.tsx'
import { PlayButton } from './PlayItem.tsx'
import { playableOfLink, type Playable } from './play.ts'

/** What a link card shows for playing in place; null where only the platform itself can show it. */
export function playLink(link: LinkRecord): ReactNode {
  const playable = playableOfLink(link)
  if (playable) return <PlayLink playable={playable} />
  const clip = clipOf(link)
  return clip && <PlayClip clip={clip} />
}

function PlayLink({ playable }: { playable: Playable }) {
  const { i18n } = useLingui()
  return <PlayButton playable={playable} size="medium" label={i18n._({ id: 'media.play-here', message: 'Play here' })} />
}
