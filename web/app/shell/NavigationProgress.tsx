import { useNavigation } from 'react-router'
import './NavigationProgress.css'

/** A thin line at the top while the next page's code arrives. It waits a moment, so that fast pages show nothing. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="wl-progress" role="presentation" />
}
