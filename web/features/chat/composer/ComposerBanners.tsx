import { Suspense, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import type { MessageRowData } from '../engine/rows.ts'
import { previewWords } from '../engine/messages.ts'

const MomentReference = lazyComponent(async () => (await import('../messages/MomentReference.tsx')).MomentReference)

type BannerProps = { icon: ReactNode; dropLabel: string; onDrop: () => void; children: ReactNode }

function Banner({ icon, dropLabel, onDrop, children }: BannerProps) {
  return (
    <div className="wl-composer-banner">
      {icon}
      <div className="wl-composer-banner-text">{children}</div>
      <ActionIcon size={36} aria-label={dropLabel} onClick={onDrop}>
        <IconX size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** What the message being written answers. */
export function AnswersBanner({ row, name, onDrop }: { row: MessageRowData; name: string; onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <Banner
      icon={<IconArrowBackUp size={20} stroke={1.8} aria-hidden />}
      dropLabel={i18n._({ id: 'chat.reply.drop', message: 'Cancel reply' })}
      onDrop={onDrop}
    >
      <strong className="wl-line">
        {row.isMine
          ? i18n._({ id: 'chat.reply.to-self', message: 'Reply to yourself' })
          : i18n._({ id: 'chat.reply.to', message: 'Reply to {name}', values: { name } })}
      </strong>
      <span className="wl-line wl-muted">{previewWords(i18n, { ...row, media: row.pictures.map(({ id }) => id) })}</span>
    </Banner>
  )
}

export function EditsBanner({ onDrop }: { onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <Banner
      icon={<IconPencil size={20} stroke={1.8} aria-hidden />}
      dropLabel={i18n._({ id: 'chat.edit.drop', message: 'Cancel editing' })}
      onDrop={onDrop}
    >
      <strong className="wl-line">{i18n._({ id: 'chat.edit.banner', message: 'Editing your message' })}</strong>
    </Banner>
  )
}

/** The moment that the message being written is about. */
export function MomentBanner({ id, onDrop }: { id: string; onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-composer-banner" data-plain>
      <Suspense>
        <MomentReference id={id} isPlain />
      </Suspense>
      <ActionIcon size={36} aria-label={i18n._({ id: 'chat.moment.drop', message: 'Remove the moment' })} onClick={onDrop}>
        <IconX size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
