import { useIsLoading } from '../loading.ts'
import './NavigationProgress.css'

/** A progress line at the top while a page's code loads. It appears after a short delay, so fast pages don't flash. */
export function NavigationProgress() {
  return useIsLoading() ? <div className="wl-progress" role="presentation" /> : null
}
