import { EmptyState } from '#web/ui/EmptyState.tsx'

/** What can be searched for, while nothing has been. */
export function SearchHint({ children }: { children: string }) {
  return <EmptyState>{children}</EmptyState>
}
