import { sql } from 'kysely'
import type { GroupRole } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { UNTIL_ALLOWED } from '#contract/chat/groups.ts'
import { limits } from '#contract/limits.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'
import { consumeUse } from './group-links.store.ts'
import { addGroupEvent, loadGroupEvents, type StoredGroupEvent } from './group-events.store.ts'

export type StoredMember = {
  uid: Uid
  role: GroupRole
  invitedBy: Uid | null
  joinedAt: Date | null
  mutedUntil: Date | null
  archivedAt: Date | null
  /** The member is read-only until then. */
  writesFrom: Date | null
}

export type StoredGroup = {
  chatId: ChatId
  name: string
  description: string
  picture: string | null
  needsApproval: boolean
  slowSeconds: number
  readOnlyHours: number | null
  members: StoredMember[]
}

export type StoredSettings = Pick<StoredGroup, 'needsApproval' | 'slowSeconds' | 'readOnlyHours'>

type NewStoredGroup = Pick<StoredGroup, 'chatId' | 'name' | 'description' | 'picture'> & { owner: Uid }
/** Undefined fields stay unchanged. */
type StoredGroupChange = {
  name?: string | undefined
  description?: string | undefined
  picture?: string | null | undefined
  settings?: StoredSettings | undefined
}
/** Attaches the picture to the group in place of an earlier one. The result deletes that one. */
export type AttachPicture = (tx: Db, picture: string | null) => Promise<AfterCommit>

export type GroupReceipt = { uid: Uid; readSeq: number; readAt: Date | null }

/** The newly invited users. `full`: the group would have more than its maximum. */
export type InviteResult = Uid[] | 'full' | 'gone'
/** Like `InviteResult`. `member`: joined before. `gone`: also for a removed user who was not invited again. */
export type JoinResult = 'joined' | 'member' | 'full' | 'gone'

const ALL_ROLES: readonly GroupRole[] = ['owner', 'admin', 'member', 'invited']

export type GroupStore = ReturnType<typeof createGroupStore>

/**
 * Groups and their members. Each change of members locks the chat, as storing a message does, and keeps `chats.members` the same as
 * the rows of members who have joined.
 */
export function createGroupStore(db: Db) {
  return { ...groupCommands(db), ...groupQueries(db), ...memberCommands(db), ...memberQueries(db) }
}

/** Runs `work` while the chat is locked; returns null if there is no such group. */
export function changeMembers<T>(db: Db, chatId: ChatId, work: (tx: Db) => Promise<T>): Promise<T | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`select id from chats where id = ${chatId} and members is not null for update`.execute(tx)
    if (rows.length === 0) return null
    const result = await work(tx)
    await settleMembers(tx, chatId)
    return result
  })
}

/** The group itself, its settings and turns. */
function groupCommands(db: Db) {
  return {
    /** `attach` attaches the picture in the same transaction. Returns false if a chat has that id. */
    async create(group: NewStoredGroup, now: Date, attach: AttachPicture): Promise<boolean> {
      const { chatId, name, description, picture, owner } = group
      return db.transaction().execute(async (tx) => {
        const { numAffectedRows } = await sql`
          insert into chats (id, created_at, members) values (${chatId}, ${now}, array[${owner}::uuid]) on conflict (id) do nothing
        `.execute(tx)
        if (!numAffectedRows) return false
        await sql`
          insert into chat_groups (chat_id, name, description, picture, created_at)
          values (${chatId}, ${name}, ${description}, ${picture}::uuid, ${now})
        `.execute(tx)
        await sql`
          insert into chat_members (chat_id, uid, role, joined_at, opened_at) values (${chatId}, ${owner}, 'owner', ${now}, ${now})
        `.execute(tx)
        await addGroupEvent(tx, chatId, { kind: 'created', actor: owner }, now)
        if (picture !== null) await attach(tx, picture)
        return true
      })
    },

    /** All of the change or none of it. `attach` runs in the same transaction, for another picture than before; returns its result. */
    async edit(chatId: ChatId, change: StoredGroupChange, actor: Uid, now: Date, attach: AttachPicture): Promise<AfterCommit | undefined> {
      const { name = null, description = null, picture, settings } = change
      let deleteEarlier: AfterCommit | undefined
      await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<Pick<StoredGroup, 'name' | 'description' | 'picture'>>`
          select name, description, picture from chat_groups where chat_id = ${chatId}
        `.execute(tx)
        await sql`
          update chat_groups set name = coalesce(${name}, name), description = coalesce(${description}, description) where chat_id = ${chatId}
        `.execute(tx)
        const [before] = rows
        if (name !== null && name !== before?.name) await addGroupEvent(tx, chatId, { kind: 'renamed', actor, name }, now)
        if (description !== null && description !== before?.description) await addGroupEvent(tx, chatId, { kind: 'described', actor }, now)
        if (picture !== undefined && picture !== before?.picture) {
          deleteEarlier = await attach(tx, picture)
          await sql`update chat_groups set picture = ${picture}::uuid where chat_id = ${chatId}`.execute(tx)
          await addGroupEvent(tx, chatId, { kind: 'pictured', actor }, now)
        }
        if (settings) await setSettings(tx, chatId, settings)
      })
      return deleteEarlier
    },

    /** Returns false for people who have not joined. */
    async allowToWrite(chatId: ChatId, uid: Uid): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update chat_members set writes_from = null where chat_id = ${chatId} and uid = ${uid} and role <> 'invited'
      `.execute(db)
      return Boolean(numAffectedRows)
    },

    /** Takes the turn of a member in slow mode for this message. Returns false before it is their turn. A repeat has it already. */
    async takeTurn(chatId: ChatId, uid: Uid, messageId: string, slowSeconds: number, now: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update chat_members set turn_at = case when turn_id = ${messageId} then turn_at else ${now}::timestamptz end, turn_id = ${messageId}
        where chat_id = ${chatId} and uid = ${uid}
          and (turn_at is null or turn_id = ${messageId} or turn_at <= ${new Date(now.getTime() - slowSeconds * 1_000)})
      `.execute(db)
      return Boolean(numAffectedRows)
    },
  }
}

function groupQueries(db: Db) {
  return {
    async load(chatId: ChatId): Promise<StoredGroup | undefined> {
      const { rows } = await sql<Omit<StoredGroup, 'members'> & StoredMember>`
        select groups.chat_id as "chatId", groups.name, groups.description, groups.picture, groups.needs_approval as "needsApproval",
          groups.slow_seconds as "slowSeconds", groups.read_only_hours as "readOnlyHours", member.uid, member.role,
          member.invited_by as "invitedBy", member.joined_at as "joinedAt", member.muted_until as "mutedUntil",
          member.archived_at as "archivedAt", member.writes_from as "writesFrom"
        from chat_groups as groups join chat_members as member on member.chat_id = groups.chat_id
        where groups.chat_id = ${chatId}
        order by array_position(array['owner', 'admin', 'member', 'invited'], member.role), member.joined_at, member.uid
      `.execute(db)
      const [first] = rows
      if (!first) return undefined
      const { name, description, picture, needsApproval, slowSeconds, readOnlyHours } = first
      const members = rows.map(({ uid, role, invitedBy, joinedAt, mutedUntil, archivedAt, writesFrom }) => {
        return { uid, role, invitedBy, joinedAt, mutedUntil, archivedAt, writesFrom }
      })
      return { chatId, name, description, picture, needsApproval, slowSeconds, readOnlyHours, members }
    },

    /** The latest events, the earliest first. */
    events: (chatId: ChatId): Promise<StoredGroupEvent[]> => loadGroupEvents(db, chatId, limits.group.events),

    /** Filters these ids to groups with a picture. */
    async withPicture(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select chat_id as id from chat_groups where chat_id = any(${[...ids]}::uuid[]) and picture is not null
      `.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}

/** Joining, leaving and roles. */
function memberCommands(db: Db) {
  return {
    /** Invites those who are not members yet. */
    async invite(chatId: ChatId, uids: readonly Uid[], actor: Uid): Promise<InviteResult> {
      const result = await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<{ uid: Uid }>`select uid from chat_members where chat_id = ${chatId}`.execute(tx)
        const present = new Set(rows.map(({ uid }) => uid))
        const added = uids.filter((uid) => !present.has(uid))
        if (present.size + added.length > limits.group.members) return 'full' as const
        const invited = await sql<{ uid: Uid }>`
          insert into chat_members (chat_id, uid, role, invited_by)
          select ${chatId}::uuid, uid, 'invited', ${actor}::uuid from people where uid = any(${added}::uuid[])
          returning uid
        `.execute(tx)
        return invited.rows.map(({ uid }) => uid)
      })
      return result ?? 'gone'
    },

    /**
     * A user joins by a link, and takes one use of it, or is let in by an admin; see `join`. Invited users join, too. `gone` also for a
     * used link, or for a user who is let in without an open request.
     */
    async joinByLink(chatId: ChatId, uid: Uid, now: Date, by: { linkId: string } | { admin: Uid }): Promise<JoinResult> {
      const result = await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<{ others: number; isMember: boolean }>`
          select count(*) filter (where uid <> ${uid})::int as others, coalesce(bool_or(uid = ${uid} and role <> 'invited'), false) as "isMember"
          from chat_members where chat_id = ${chatId}
        `.execute(tx)
        const [counted] = rows
        if ((counted?.others ?? 0) >= limits.group.members) return 'full' as const
        if (await isRemoved(tx, chatId, uid)) return 'gone' as const
        if ('admin' in by && !(await deleteOpenRequest(tx, chatId, uid))) return 'gone' as const
        if (counted?.isMember) return 'member' as const
        if ('linkId' in by && !(await consumeUse(tx, by.linkId, now))) return 'gone' as const
        await sql`
          insert into chat_members (chat_id, uid, role, joined_at, opened_at, read_seq, delivered_seq)
          select id, ${uid}::uuid, 'member', ${now}::timestamptz, ${now}::timestamptz, last_seq, last_seq from chats where id = ${chatId}
          on conflict (chat_id, uid) do update set role = 'member', joined_at = excluded.joined_at, opened_at = excluded.opened_at,
            read_seq = excluded.read_seq, delivered_seq = excluded.delivered_seq
        `.execute(tx)
        await startReadOnly(tx, chatId, uid, now)
        const event = 'admin' in by ? ({ kind: 'admitted', actor: by.admin } as const) : ({ kind: 'joined', actor: null } as const)
        await addGroupEvent(tx, chatId, { ...event, subject: uid }, now)
        await sql`delete from group_requests where chat_id = ${chatId} and uid = ${uid}`.execute(tx)
        await deleteRemoval(tx, chatId, uid)
        return 'joined' as const
      })
      return result ?? 'gone'
    },

    /** An invited user joins. Earlier messages count as read. Returns whether they were invited. */
    async join(chatId: ChatId, uid: Uid, now: Date): Promise<boolean> {
      const joined = await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<{ invitedBy: Uid | null }>`
          update chat_members set role = 'member', joined_at = ${now}, opened_at = ${now},
            read_seq = chats.last_seq, delivered_seq = chats.last_seq
          from chats where chats.id = chat_members.chat_id and chat_id = ${chatId} and uid = ${uid} and role = 'invited'
          returning invited_by as "invitedBy"
        `.execute(tx)
        const [member] = rows
        if (member) {
          await startReadOnly(tx, chatId, uid, now)
          await addGroupEvent(tx, chatId, { kind: 'joined', subject: uid, actor: member.invitedBy }, now)
          // A request from before does not count after they leave.
          await sql`delete from group_requests where chat_id = ${chatId} and uid = ${uid} and withdrawn`.execute(tx)
          await deleteRemoval(tx, chatId, uid)
        }
        return member !== undefined
      })
      return joined ?? false
    },

    /**
     * Removes a member or an invited user. A member whom another user removes can't come back by a link. Deletes the group with its
     * last member. Returns false unless they were there with one of these roles.
     */
    async remove(chatId: ChatId, uid: Uid, actor: Uid, now: Date, roles: readonly GroupRole[] = ALL_ROLES): Promise<boolean> {
      const removed = await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<{ role: GroupRole }>`
          delete from chat_members where chat_id = ${chatId} and uid = ${uid} and role = any(${[...roles]}::text[]) returning role
        `.execute(tx)
        const [member] = rows
        if (member && member.role !== 'invited') {
          const isRemoval = actor !== uid
          await addGroupEvent(tx, chatId, { kind: isRemoval ? 'removed' : 'left', subject: uid, actor: isRemoval ? actor : null }, now)
          if (isRemoval) await addRemoval(tx, chatId, uid, now)
        }
        return member !== undefined
      })
      return removed ?? false
    },

    /** Returns false unless `uid` has joined. A new owner takes over from the old one, who becomes an admin. */
    async setRole(chatId: ChatId, uid: Uid, role: 'owner' | 'admin' | 'member', actor: Uid, now: Date): Promise<boolean> {
      const changed = await changeMembers(db, chatId, async (tx) => {
        const { rows } = await sql<{ role: GroupRole }>`
          select role from chat_members where chat_id = ${chatId} and uid = ${uid} and role in ('admin', 'member')
        `.execute(tx)
        if (rows.length === 0) return false
        if (role === 'owner') await sql`update chat_members set role = 'admin' where chat_id = ${chatId} and role = 'owner'`.execute(tx)
        await sql`update chat_members set role = ${role}, writes_from = null where chat_id = ${chatId} and uid = ${uid}`.execute(tx)
        if (rows[0]?.role !== role) await addGroupEvent(tx, chatId, { kind: roleEvents[role], actor, subject: uid }, now)
        return true
      })
      return changed ?? false
    },
  }
}

/** Read positions, authors and removals. */
function memberQueries(db: Db) {
  return {
    /** Whether this user was removed by another user, and neither joined nor was invited again. */
    isRemoved: (chatId: ChatId, uid: Uid): Promise<boolean> => isRemoved(db, chatId, uid),

    /** The shared read positions of all members. */
    async receipts(chatId: ChatId): Promise<GroupReceipt[]> {
      const { rows } = await sql<GroupReceipt>`
        select uid, coalesce(told_read_seq, read_seq) as "readSeq", read_at as "readAt" from chat_members
        where chat_id = ${chatId} and role <> 'invited'
      `.execute(db)
      return rows
    },

    /** The authors of these messages. */
    async authorsBetween(chatId: ChatId, after: number, upTo: number): Promise<Uid[]> {
      const { rows } = await sql<{ sender: Uid }>`
        select distinct sender from messages where chat_id = ${chatId} and seq > ${after} and seq <= ${upTo} and sender is not null
      `.execute(db)
      return rows.map(({ sender }) => sender)
    },
  }
}

/** Setting `readOnlyHours` to null lets read-only members write at once. */
async function setSettings(tx: Db, chatId: ChatId, { needsApproval, slowSeconds, readOnlyHours }: StoredSettings): Promise<void> {
  await sql`
    update chat_groups set needs_approval = ${needsApproval}, slow_seconds = ${slowSeconds}, read_only_hours = ${readOnlyHours}
    where chat_id = ${chatId}
  `.execute(tx)
  if (readOnlyHours === null)
    await sql`update chat_members set writes_from = null where chat_id = ${chatId} and writes_from is not null`.execute(tx)
}

/** A new member is read-only for the time that the group has set. */
async function startReadOnly(tx: Db, chatId: ChatId, uid: Uid, now: Date): Promise<void> {
  await sql`
    update chat_members set writes_from = case
      when read_only_hours = 0 then ${UNTIL_ALLOWED}::timestamptz
      else ${now}::timestamptz + read_only_hours * interval '1 hour' end
    from chat_groups where chat_groups.chat_id = chat_members.chat_id and chat_members.chat_id = ${chatId} and uid = ${uid}
  `.execute(tx)
}

async function isRemoved(db: Db, chatId: ChatId, uid: Uid): Promise<boolean> {
  const { rows } = await sql`
    select 1 from group_removals where chat_id = ${chatId} and uid = ${uid}
      and not exists (select 1 from chat_members where chat_id = ${chatId} and uid = ${uid})
  `.execute(db)
  return rows.length > 0
}

/** Also deletes the user's request to join. */
async function addRemoval(tx: Db, chatId: ChatId, uid: Uid, now: Date): Promise<void> {
  await sql`
    insert into group_removals (chat_id, uid, removed_at) values (${chatId}, ${uid}, ${now}) on conflict (chat_id, uid) do nothing
  `.execute(tx)
  await sql`delete from group_requests where chat_id = ${chatId} and uid = ${uid}`.execute(tx)
}

/** Returns whether there was one. */
async function deleteOpenRequest(tx: Db, chatId: ChatId, uid: Uid): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from group_requests where chat_id = ${chatId} and uid = ${uid} and declined_at is null and not withdrawn
  `.execute(tx)
  return Boolean(numAffectedRows)
}

async function deleteRemoval(tx: Db, chatId: ChatId, uid: Uid): Promise<void> {
  await sql`delete from group_removals where chat_id = ${chatId} and uid = ${uid}`.execute(tx)
}

const roleEvents = { owner: 'made_owner', admin: 'made_admin', member: 'ended_admin' } as const

/**
 * Updates `chats.members`, and appoints a new owner if there is none: the longest-standing admin, or else member. Deletes a group that
 * no user has joined, and then returns false. The caller has locked the chat.
 */
export async function settleMembers(tx: Db, chatId: ChatId): Promise<boolean> {
  const { rows: owners } = await sql<{ uid: Uid }>`
    update chat_members set role = 'owner', writes_from = null
    where chat_id = ${chatId} and not exists (select 1 from chat_members where chat_id = ${chatId} and role = 'owner')
      and uid = (
        select uid from chat_members where chat_id = ${chatId} and role in ('admin', 'member') order by role, joined_at, uid limit 1
      )
    returning uid
  `.execute(tx)
  for (const { uid } of owners) await addGroupEvent(tx, chatId, { kind: 'made_owner', subject: uid })
  // A former member no longer invites anyone.
  await sql`
    update chat_members as invited set invited_by = null where chat_id = ${chatId} and invited_by is not null
      and not exists (select 1 from chat_members as by where by.chat_id = ${chatId} and by.uid = invited.invited_by)
  `.execute(tx)
  await sql`
    update chats set members = array(select uid from chat_members where chat_id = ${chatId} and role <> 'invited') where id = ${chatId}
  `.execute(tx)
  const { numAffectedRows } = await sql`delete from chats where id = ${chatId} and members = '{}'`.execute(tx)
  return !numAffectedRows
}
