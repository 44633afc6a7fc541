import { ComposerSkeleton, MomentComposer } from '#web/features/moments/composer/MomentComposer.tsx'
import { useMyProfile } from '#web/features/profiles/me.ts'

/** Without one's own profile there is nobody to write as: then the feed tells what is wrong, and nothing stands here. */
export function Compose() {
  const { data: me, isError } = useMyProfile()
  if (!me && isError) return null
  return <div className="wl-moments-compose">{me ? <MomentComposer key={me.uid} me={me} /> : <ComposerSkeleton />}</div>
}
