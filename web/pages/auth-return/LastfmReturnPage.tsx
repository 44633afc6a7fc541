import { AuthReturnPage } from './AuthReturnPage.tsx'

export function LastfmReturnPage() {
  return <AuthReturnPage source="lastfm" />
}
