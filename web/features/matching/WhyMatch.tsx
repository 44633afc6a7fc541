import { cloneElement, useEffect, useId, useState, type ComponentProps, type ReactElement } from 'react'
import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Drawer } from '#web/ui/inputs/Drawer.ts'
import { Popover } from '#web/ui/inputs/Popover.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { WhyReasons } from './WhyReasons.tsx'

export type WhyMatchProps = {
  uid: Uid
  percent: number
  button: ReactElement<ComponentProps<'button'>>
}

/** The explanation of a match after its button was pressed: a popover beside the button, or a sheet on phones. */
export function WhyMatch({ uid, percent, button }: WhyMatchProps) {
  const { i18n } = useLingui()
  const id = useId()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    // This button replaces the pressed one, which had the focus. The focus returns to what had it when the popover opens.
    document.getElementById(id)?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [id])
  const title = i18n._({ id: 'match.why', message: 'Why {percent}%', values: { percent } })
  const close = i18n._({ id: 'dialog.close', message: 'Close' })
  const trigger = cloneElement(button, { id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })
  if (isNarrow) {
    return (
      <>
        {trigger}
        <Drawer
          opened={isOpen}
          onClose={() => setOpen(false)}
          position="bottom"
          size="auto"
          title={title}
          closeButtonProps={{ 'aria-label': close, size: 44 }}
        >
          <Explanation uid={uid} />
        </Drawer>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus withinPortal>
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} className="wl-why-popover">
        <div className="wl-why-head">
          <h2 id={titleId}>{title}</h2>
          <ActionIcon size={44} aria-label={close} onClick={() => setOpen(false)}>
            <IconX size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        </div>
        <Explanation uid={uid} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Explanation({ uid }: { uid: Uid }) {
  const full = useCall(tasteCalls.getMatch, { params: { uid } })
  if (full.data) return <WhyReasons full={full.data} />
  if (full.error) return <ErrorState kind={full.error.failure.kind} onRetry={() => void full.refetch()} />
  return (
    <div className="wl-why" aria-hidden>
      <Skeleton height={60} shape="block" />
      <Skeleton height={170} shape="block" />
    </div>
  )
}
