import { useIsLoading } from '../loading.ts'
import './NavigationProgress.css'

/** A thin line at the top while the next page's code arrives. It waits a moment, so that fast pages show nothing. */
export function NavigationProgress() {
  return useIsLoading() ? <div className="wl-progress" role="presentation" /> : null
}
