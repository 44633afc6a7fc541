import { Frame } from '../Root.tsx'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { PageSkeleton } from './Waiting.tsx'

/** The frame while the first page's code arrives. */
export function RootFallback() {
  const standing = useStanding()
  return (
    <Frame standing={standing} pathname={location.pathname}>
      <PageSkeleton />
    </Frame>
  )
}
