import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Files } from './uploads.files.ts'

/** The kinds of objects that pictures can be attached to, in higher features. */
export type AttachmentKind = 'moment' | 'message'
export type Attachment = { of: AttachmentKind; id: string }

/** A higher feature's rules: users who can see a moment or message can see its pictures. */
export type AttachmentRules = {
  /** Whether the viewer may see the moment or message. */
  maySee(viewer: Uid, id: string): Promise<boolean>
  /** Whether signed-out visitors and link previews may see it. Omitted: never. */
  isPublic?(id: string): Promise<boolean>
  /** Whether a link with this code shows it. `viewer` is null for signed-out visitors. Omitted: never. */
  isShownByLink?(viewer: Uid | null, id: string, code: string): Promise<boolean>
  /** Filters these ids to existing ones. The cleanup deletes pictures of the others. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Profiles' rules for avatars and covers. */
export type ProfileRules = {
  /** Filters these pictures to those that a profile uses. */
  onProfiles(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the viewer may see the user (no block). */
  maySee(viewer: Uid, owner: Uid): Promise<boolean>
}

/** A file with its owner and the object it is attached to. */
export type StoredFile = { id: string; uid: Uid; attachment: Attachment | null }

export type StoredPicture = StoredFile & {
  path: string
  /** Null when the picture itself is small. */
  smallPath: string | null
  width: number
  height: number
  thumbhash: string | null
  alt: string
}

export type UploadsOptions = {
  db: Db
  files: Files
  /** For the rate limit across all servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  log: Log
  profiles: ProfileRules
  /** The limit for one user's files. */
  quotaBytes: number
}
