import type { Uid } from '#contract/base/ids.ts'

/** What pictures can be attached to, in higher features. */
export type AttachmentKind = 'moment' | 'message'
export type Attachment = { of: AttachmentKind; id: string }

/** A higher feature's rules: who sees a moment or message sees its pictures. */
export type AttachmentRules = {
  /** Whether the viewer may see the moment or message. */
  maySee(viewer: Uid, id: string): Promise<boolean>
  /** Whether signed-out visitors and link previews may see it. Omitted: never. */
  isPublic?(id: string): Promise<boolean>
  /** Of these ids, those that still exist. The cleanup deletes pictures of the others. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Profiles' rules for avatars and covers. */
export type ProfileRules = {
  /** Of these pictures, those that a profile uses. */
  onProfiles(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the viewer may see the user (no block). */
  maySee(viewer: Uid, owner: Uid): Promise<boolean>
}

/** A picture as stored. */
export type StoredPicture = {
  id: string
  uid: Uid
  path: string
  /** Null when the picture itself is small. */
  smallPath: string | null
  width: number
  height: number
  thumbhash: string | null
  alt: string
  attachment: Attachment | null
}
