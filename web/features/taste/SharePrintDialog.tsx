import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { tasteCalls } from '#contract/taste/taste.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SharedPicture } from './SharedPicture.tsx'

const FILE_NAME = 'taste-print.webp'

/** The picture of the user's print, to save or share. */
export function SharePrintDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  // Created each time the dialog opens, because the print may have changed.
  const picture = useQuery({
    queryKey: ['print picture'],
    queryFn: () => callApi(tasteCalls.makePrintPicture),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal opened size="lg" onClose={onClose} title={i18n._({ id: 'print.share.title', message: 'Your taste print as a picture' })}>
      {picture.error && <ErrorState kind={failureOf(picture.error).kind} onRetry={() => void picture.refetch()} />}
      {picture.isPending && <Skeleton shape="block" height={280} />}
      {picture.data && (
        <SharedPicture
          picture={picture.data}
          fileName={FILE_NAME}
          alt={i18n._({ id: 'print.share.alt', message: 'Your taste print with your name' })}
          note={i18n._({
            id: 'print.share.private',
            message: 'It shows the parts of your taste that everyone may see. Nobody else can open it here.',
          })}
        />
      )}
    </Modal>
  )
}
