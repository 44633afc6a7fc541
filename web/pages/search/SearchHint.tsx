import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Explains what can be searched, before a search. */
export function SearchHint({ children }: { children: string }) {
  return <EmptyState>{children}</EmptyState>
}
