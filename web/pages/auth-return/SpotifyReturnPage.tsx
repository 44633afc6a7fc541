import { AuthReturnPage } from './AuthReturnPage.tsx'

export function SpotifyReturnPage() {
  return <AuthReturnPage source="spotify" />
}
