import { ComposerSkeleton, MomentComposer } from '#web/features/moments/composer/MomentComposer.tsx'
import { useMyProfile } from '#web/features/profiles/me.ts'

/** Without the viewer's profile there is no author: the feed shows the error, and this renders nothing. */
export function Compose() {
  const { data: me, isError } = useMyProfile()
  if (!me && isError) return null
  return <div className="wl-moments-compose">{me ? <MomentComposer key={me.uid} me={me} /> : <ComposerSkeleton />}</div>
}
