import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { QrCode } from '#web/ui/QrCode.tsx'
import { groupCalls, type GroupLink } from '#contract/chat/groups.ts'
import { limits } from '#contract/limits.ts'
import { callApi } from '#web/platform/api-client.ts'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { copyLink } from '#web/ui/copy.ts'
import { Button } from '#web/ui/Button.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { dayText } from '../engine/times.ts'
import { useChatCommand } from '../use-chat-command.ts'
import { useNow } from '#web/ui/text/use-now.ts'

const HOURS = [24, 7 * 24, 30 * 24]
const USES = [1, 10, limits.group.members]

/** The invitation links of a group: make one, copy it, withdraw it. For the owner and admins. */
export function GroupLinks({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const input = { params: { chatId } }
  const { data } = useCall(groupCalls.getGroupLinks, input)
  const [hours, setHours] = useState(7 * 24)
  const [uses, setUses] = useState(10)
  const { isBusy, run } = useChatCommand()
  // Also after a failure: without a response, the change may have been made.
  const change = async (call: () => Promise<unknown>) => {
    await run(call)
    await refreshCall(groupCalls.getGroupLinks, input)
  }
  const create = () => change(() => callApi(groupCalls.createGroupLink, { ...input, body: { hours, uses } }))
  const withdraw = (linkId: string) => change(() => callApi(groupCalls.withdrawGroupLink, { params: { chatId, linkId } }))
  return (
    <section aria-labelledby="group-links" className="wl-group-links">
      <h3 id="group-links">{i18n._({ id: 'group.links', message: 'Invitation links' })}</h3>
      <ul className="wl-group-people">
        {data?.links.map((link) => (
          <LinkRow key={link.id} link={link} isBusy={isBusy} onWithdraw={() => void withdraw(link.id)} />
        ))}
      </ul>
      <div className="wl-group-new-link">
        <NativeSelect
          label={i18n._({ id: 'group.link.valid', message: 'Works for' })}
          value={String(hours)}
          onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
          data={HOURS.map((value) => ({
            value: String(value),
            label: i18n._({ id: 'group.link.days', message: '{days, plural, one {# day} other {# days}}', values: { days: value / 24 } }),
          }))}
        />
        <NativeSelect
          label={i18n._({ id: 'group.link.uses', message: 'For' })}
          value={String(uses)}
          onChange={({ currentTarget }) => setUses(Number(currentTarget.value))}
          data={USES.map((value) => ({
            value: String(value),
            label: i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count: value } }),
          }))}
        />
        <Button variant="default" loading={isBusy} onClick={() => void create()}>
          {i18n._({ id: 'group.link.create', message: 'Create link' })}
        </Button>
      </div>
    </section>
  )
}

function LinkRow({ link, isBusy, onWithdraw }: { link: GroupLink; isBusy: boolean; onWithdraw: () => void }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  // Links of an earlier version contain capital letters, which paths can't have.
  const path = link.code === link.code.toLowerCase() ? `/invite/${link.code}` : `/chat?join=${link.code}`
  const address = `${location.origin}${path}`
  const copyLabel = i18n._({ id: 'group.link.copy', message: 'Copy link' })
  const withdrawLabel = i18n._({ id: 'group.link.withdraw', message: 'Withdraw link' })
  return (
    <li className="wl-group-person">
      <span className="wl-group-person-name">
        <span className="wl-line wl-group-address" dir="ltr">
          {address}
        </span>
        <span className="wl-dim wl-small">
          {i18n._({
            id: 'group.link.left',
            message: '{count, plural, one {For # more person} other {For # more people}}, until {day}',
            values: { count: link.uses_left, day: dayText(Date.parse(link.expires_at), i18n.locale, nowMs) },
          })}
        </span>
        <details className="wl-group-qr">
          <summary>{i18n._({ id: 'group.link.qr', message: 'QR code' })}</summary>
          <QrCode text={address} label={i18n._({ id: 'group.link.qr.alt', message: 'QR code of the invitation link' })} />
        </details>
      </span>
      <ActionIcon icon={IconCopy} size={44} label={copyLabel} onClick={() => void copyLink(i18n, address)} />
      <ActionIcon icon={IconTrash} size={44} label={withdrawLabel} disabled={isBusy} onClick={onWithdraw} />
    </li>
  )
}
