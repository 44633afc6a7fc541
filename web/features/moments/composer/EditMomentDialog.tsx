import { useLingui } from '@lingui/react'
import { findLink } from '#contract/links/links.ts'
import type { Moment } from '#contract/moments.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { editMoment } from '../moments.pending.ts'
import { MomentDialog } from './MomentDialog.tsx'
import { useRejectedNotice } from './use-rejected-notice.ts'

export type EditMomentDialogProps = {
  /** The current version, or the rejected change. */
  moment: Moment
  /** Why the last change was rejected. */
  failure?: ApiFailure | null
  onClose: () => void
}

/** Edits a moment's text and audience. Load it lazily: it includes the overlay. */
export function EditMomentDialog({ moment, failure = null, onClose }: EditMomentDialogProps) {
  const { i18n } = useLingui()
  const reportRejected = useRejectedNotice()
  return (
    <MomentDialog
      title={i18n._({ id: 'moments.edit.title', message: 'Edit your moment' })}
      initial={moment}
      submitLabel={i18n._({ id: 'moments.edit.save', message: 'Save' })}
      hasPictures={moment.pictures.length > 0}
      failure={failure}
      onSubmit={(written) => void editMoment(moment, written).then(() => reportRejected(moment.id))}
      onClose={onClose}
    >
      {(text) => <WrittenLink text={text} />}
    </MomentDialog>
  )
}

function WrittenLink({ text }: { text: string }) {
  const link = findLink(text)
  return link && <LinkCard link={link} />
}
