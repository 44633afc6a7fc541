import { CancelButton } from '#web/ui/CancelButton.tsx'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLingui } from '@lingui/react'
import { IconCrown, IconMessage, IconShield, IconUserMinus, IconUserPlus, IconX } from '@tabler/icons-react'
import { useNavigate, Link } from 'react-router'
import { groupCalls, type Group, type GroupMember } from '#contract/chat/groups.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { LazyConfirmDialog, LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { callApi } from '#web/platform/api-client.ts'
import { queryClient } from '#web/platform/query.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { GroupFace } from './GroupFace.tsx'
import { GroupFields, isComplete, type GroupFieldValues } from './GroupFields.tsx'
import { GroupSettingsFields } from './GroupSettingsFields.tsx'
import { GroupLinks } from './GroupLinks.tsx'
import { MemberList } from './MemberList.tsx'
import '#web/ui/dialogs.css'
import './groups.css'
import { Avatar } from '#web/ui/Avatar.tsx'
import { groupKey } from './use-group.ts'
import { chatErrorText, useChatCommand } from '../use-chat-command.ts'

const TasteMapCard = lazyComponent(async () => (await import('./taste/TasteMapCard.tsx')).TasteMapCard)
const SafeQueue = lazyComponent(async () => (await import('./taste/GroupPicks.tsx')).SafeQueue)

type Mode = 'members' | 'edit' | 'invite'

type GroupPanelProps = { group: Group; onClose: () => void }

/** About a group, as a dialog. */
export function GroupPanel({ group, onClose }: GroupPanelProps) {
  return (
    <Modal opened onClose={onClose} title={group.name}>
      <About group={group} onClose={onClose} />
    </Modal>
  )
}

/** About a group, beside its messages: the last column of the chat page. */
export function GroupColumn({ group, onClose, page }: GroupPanelProps & { page: Element }) {
  const { i18n } = useLingui()
  const close = i18n._({ id: 'dialog.close', message: 'Close' })
  return createPortal(
    <aside className="wl-group-column" aria-label={group.name}>
      <header>
        <h2 className="wl-line">
          <bdi>{group.name}</bdi>
        </h2>
        <ActionIcon size={44} aria-label={close} title={close} onClick={onClose}>
          <IconX size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </header>
      <About key={group.chat_id} group={group} onClose={onClose} isColumn />
    </aside>,
    page,
  )
}

/** Its members and what the user may change; in the column also what they have in common. */
function About({ group, onClose, isColumn = false }: GroupPanelProps & { isColumn?: boolean }) {
  const { i18n } = useLingui()
  const [mode, setMode] = useState<Mode>('members')
  const card = { uid: group.chat_id, name: group.name, avatar_url: group.avatar_url }
  const back = () => setMode('members')
  return (
    <div className="wl-group-panel">
      {mode === 'members' && (
        <>
          <div className="wl-group-about">
            <GroupFace group={card} size={72} />
            {group.description && <p dir="auto">{group.description}</p>}
            {isAdmin(group) && (
              <Button variant="subtle" onClick={() => setMode('edit')}>
                {i18n._({ id: 'group.edit', message: 'Edit group' })}
              </Button>
            )}
          </div>
          <GroupRequests group={group} />
          {isColumn && (
            <Suspense>
              <TasteMapCard chatId={group.chat_id} />
            </Suspense>
          )}
          <Members group={group} onInvite={() => setMode('invite')} />
          {isColumn && (
            <Suspense>
              <SafeQueue chatId={group.chat_id} />
            </Suspense>
          )}
          {isAdmin(group) && <GroupLinks chatId={group.chat_id} />}
          <Leaving group={group} onClose={onClose} />
        </>
      )}
      {mode === 'edit' && <EditGroup group={group} onDone={back} />}
      {mode === 'invite' && <Invite group={group} onDone={back} />}
    </div>
  )
}

const isAdmin = ({ role }: Group): boolean => role === 'owner' || role === 'admin'

function Members({ group, onInvite }: { group: Group; onInvite: () => void }) {
  const { i18n } = useLingui()
  const entriesFor = useMemberEntries(group)
  return (
    <section aria-labelledby="group-members">
      <div className="wl-group-section">
        <h3 id="group-members">{i18n._({ id: 'group.members', message: 'Members' })}</h3>
        {group.members.length < limits.group.members && (isAdmin(group) || !group.settings.needs_approval) && (
          <Button variant="subtle" leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden />} onClick={onInvite}>
            {i18n._({ id: 'group.add', message: 'Add' })}
          </Button>
        )}
      </div>
      <MemberList group={group} entriesFor={entriesFor} />
    </section>
  )
}

/** The menu of a member: the actions that the user's role allows. */
function useMemberEntries(group: Group): (member: GroupMember) => MenuEntry[] {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const { run } = useGroupCommand(group.chat_id)
  return ({ person, role, writes_from: writesFrom }) => {
    if (person.uid === me) return []
    const params = { chatId: group.chat_id, uid: person.uid }
    const setRole = (next: 'owner' | 'admin' | 'member') => () =>
      void run(() => callApi(groupCalls.setGroupRole, { params, body: { role: next } }))
    const isOwner = group.role === 'owner'
    const mayRemove = isOwner || (group.role === 'admin' && (role === 'member' || role === 'invited'))
    const entries: (MenuEntry | false)[] = [
      isOwner &&
        role === 'member' && { icon: IconShield, label: i18n._({ id: 'group.make-admin', message: 'Make admin' }), act: setRole('admin') },
      isOwner &&
        role === 'admin' && {
          icon: IconShield,
          label: i18n._({ id: 'group.end-admin', message: 'Remove as admin' }),
          act: setRole('member'),
        },
      isOwner &&
        role !== 'invited' && { icon: IconCrown, label: i18n._({ id: 'group.make-owner', message: 'Make owner' }), act: setRole('owner') },
      isAdmin(group) &&
        writesFrom !== null && {
          icon: IconMessage,
          label: i18n._({ id: 'group.allow-to-write', message: 'Allow writing' }),
          act: () => void run(() => callApi(groupCalls.allowToWrite, { params })),
        },
      mayRemove && {
        icon: IconUserMinus,
        label:
          role === 'invited'
            ? i18n._({ id: 'group.withdraw', message: 'Withdraw invitation' })
            : i18n._({ id: 'group.remove', message: 'Remove from group' }),
        act: () => void run(() => callApi(groupCalls.removeFromGroup, { params })),
        isBad: true,
      },
    ]
    return entries.filter((entry) => entry !== false)
  }
}

function EditGroup({ group, onDone }: { group: Group; onDone: () => void }) {
  const { i18n } = useLingui()
  const { run, isBusy } = useGroupCommand(group.chat_id)
  const before = group.avatar_url === null ? null : { id: '', url: group.avatar_url }
  const [fields, setFields] = useState<GroupFieldValues>({ name: group.name, description: group.description, picture: before })
  const [settings, setSettings] = useState(group.settings)
  const { name, description, picture } = fields
  // A picture without an id is unchanged.
  const change = picture?.id === '' ? {} : { picture: picture?.id ?? null }
  const save = () =>
    void run(() =>
      callApi(groupCalls.editGroup, { params: { chatId: group.chat_id }, body: { name, description, settings, ...change } }),
    ).then((isDone) => isDone && onDone())
  return (
    <form
      className="wl-dialog"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <GroupFields fields={fields} onChange={setFields} />
      <GroupSettingsFields settings={settings} onChange={setSettings} />
      <div className="wl-dialog-actions">
        <CancelButton onClick={onDone} />
        <Button type="submit" loading={isBusy} disabled={!isComplete(fields)}>
          {i18n._({ id: 'group.save', message: 'Save' })}
        </Button>
      </div>
    </form>
  )
}

function Invite({ group, onDone }: { group: Group; onDone: () => void }) {
  const { i18n } = useLingui()
  const { run, isBusy } = useGroupCommand(group.chat_id)
  const [chosen, setChosen] = useState<ReadonlySet<Uid>>(new Set())
  const invite = () =>
    void run(() => callApi(groupCalls.inviteToGroup, { params: { chatId: group.chat_id }, body: { uids: [...chosen] } })).then(
      (isDone) => isDone && onDone(),
    )
  return (
    <div className="wl-dialog">
      <BuddyPicker
        title={i18n._({ id: 'group.choose', message: 'Buddies to invite' })}
        choice={{ kind: 'many', chosen, onChange: setChosen, max: limits.group.members - group.members.length }}
        without={new Set(group.members.map(({ person }) => person.uid))}
        empty={i18n._({ id: 'group.choose.none', message: 'You have no other buddies to invite yet.' })}
      />
      <div className="wl-dialog-actions">
        <CancelButton onClick={onDone} />
        <Button loading={isBusy} disabled={chosen.size === 0} onClick={invite}>
          {i18n._({ id: 'group.invite', message: 'Invite' })}
        </Button>
      </div>
    </div>
  )
}

function Leaving({ group, onClose }: { group: Group; onClose: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const [isReporting, setReporting] = useState(false)

  async function leave(): Promise<void> {
    try {
      await callApi(groupCalls.leaveGroup, { params: { chatId: group.chat_id } })
      chat?.left(group.chat_id)
      onClose()
      void navigate('/chat')
    } catch (error) {
      notify('error', chatErrorText(i18n, error))
    }
  }

  return (
    <div className="wl-group-leaving">
      {group.role !== 'owner' && (
        <Button variant="subtle" onClick={() => setReporting(true)}>
          {i18n._({ id: 'group.report-group', message: 'Report group' })}
        </Button>
      )}
      <Button variant="danger" onClick={() => setLeaving(true)}>
        {i18n._({ id: 'group.leave', message: 'Leave group' })}
      </Button>
      {isLeaving && (
        <Suspense>
          <LazyConfirmDialog
            title={i18n._({ id: 'group.leave.title', message: 'Leave {name}?', values: { name: group.name } })}
            confirm={i18n._({ id: 'group.leave', message: 'Leave group' })}
            onConfirm={() => void leave()}
            onClose={() => setLeaving(false)}
          >
            {group.role === 'owner'
              ? i18n._({
                  id: 'group.leave.owner',
                  message: 'The longest-standing admin becomes the owner, or else the longest-standing member.',
                })
              : i18n._({ id: 'group.leave.what', message: 'You won’t get its messages anymore. What you wrote stays.' })}
          </LazyConfirmDialog>
        </Suspense>
      )}
      {isReporting && (
        <Suspense>
          <LazyReportDialog
            kind="group"
            id={group.chat_id}
            onClose={() => setReporting(false)}
            also={{ label: i18n._({ id: 'group.report.leave', message: 'Also leave the group' }), act: () => void leave() }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The requests to join, with the match to the user, for the owner and admins. */
function GroupRequests({ group }: { group: Group }) {
  const { i18n } = useLingui()
  const { run, isBusy } = useGroupCommand(group.chat_id)
  if (group.requests.length === 0) return null
  const answer = (uid: string, accept: boolean) =>
    void run(() => callApi(groupCalls.answerGroupRequest, { params: { chatId: group.chat_id, uid }, body: { accept } }))
  return (
    <section aria-labelledby="group-requests">
      <h3 id="group-requests">{i18n._({ id: 'group.requests', message: 'Requests to join' })}</h3>
      <ul className="wl-group-people">
        {group.requests.map(({ person, percent }) => (
          <li key={person.uid} className="wl-group-person wl-group-request">
            <Avatar person={person} size={36} />
            <span className="wl-group-person-name">
              <Link to={`/profile/${person.uid}`} className="wl-line">
                <bdi>{person.name}</bdi>
              </Link>
              {percent !== null && (
                <span className="wl-dim wl-small">{i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}</span>
              )}
            </span>
            <span className="wl-group-request-answers">
              <Button
                variant="default"
                disabled={isBusy}
                aria-label={i18n._({ id: 'group.requests.decline', message: 'Decline {name}', values: { name: person.name } })}
                onClick={() => answer(person.uid, false)}
              >
                {i18n._({ id: 'connections.decline', message: 'Decline' })}
              </Button>
              <Button
                disabled={isBusy}
                aria-label={i18n._({ id: 'group.requests.accept', message: 'Accept {name}', values: { name: person.name } })}
                onClick={() => answer(person.uid, true)}
              >
                {i18n._({ id: 'connections.accept', message: 'Accept' })}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Runs calls that change a group, shows their errors, and caches the answer for all components of the group. */
function useGroupCommand(chatId: string) {
  const { isBusy, run } = useChatCommand()
  return {
    isBusy,
    run: (call: () => Promise<Group | null>) =>
      run(async () => {
        const group = await call()
        // A failed DELETE returns null.
        if (!group) throw new Error('the group was not changed')
        queryClient.setQueryData<Group>(groupKey(chatId), group)
      }),
  }
}
