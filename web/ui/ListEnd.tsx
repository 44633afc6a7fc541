import { useRef } from 'react'
import { useLingui } from '@lingui/react'
import type { Following } from '#web/platform/paged-list.ts'
import { Button } from './Button.tsx'
import { useWhenVisible } from './use-when-visible.ts'
import './ListEnd.css'

type ListEndProps = {
  list: Following
  /** The label of the button. */
  more: string
  /** Shown when the last page failed; the next one then waits for the button. */
  failed: string
  className?: string
}

/** The end of an endless list: further pages load when it comes near, or by a button. */
export function ListEnd({ list: { isLoadingMore, moreFailed, loadMore }, more, failed, className = 'wl-list-end' }: ListEndProps) {
  const { i18n } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  useWhenVisible(end, loadMore, !isLoadingMore && moreFailed === null)
  return (
    <div className={className} ref={end}>
      {moreFailed && (
        <p className="wl-muted" role="alert">
          {failed}
        </p>
      )}
      <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
        {moreFailed ? i18n._({ id: 'state.retry', message: 'Try again' }) : more}
      </Button>
    </div>
  )
}
