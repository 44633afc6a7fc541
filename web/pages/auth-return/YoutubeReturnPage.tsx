import { AuthReturnPage } from './AuthReturnPage.tsx'

export function YoutubeReturnPage() {
  return <AuthReturnPage source="youtube" />
}
