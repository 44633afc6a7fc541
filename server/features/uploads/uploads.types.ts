import type { Uid } from '#contract/base/ids.ts'

/** Features above whose things carry pictures. */
export type AttachmentKind = 'moment' | 'message'
/** What a picture hangs on. */
export type Attachment = { of: AttachmentKind; id: string }

/** What uploads ask a feature above about its things; whoever may see the thing may see its pictures. */
export type AttachmentRules = {
  /** Whether the viewer may see that moment or message now. */
  maySee(viewer: Uid, id: string): Promise<boolean>
  /** Whether it is for everyone, signed in or not: previews of its address show its pictures. Never, where a feature says nothing. */
  isPublic?(id: string): Promise<boolean>
  /** Those of these that are still there: pictures of others are swept. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** What uploads ask about profiles, which carry pictures of their own. */
export type ProfileRules = {
  /** Those of these pictures that stand on a profile. */
  onProfiles(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the viewer may see that person at all (not blocked, for example). */
  maySee(viewer: Uid, owner: Uid): Promise<boolean>
}

/** A picture as stored. */
export type StoredPicture = {
  id: string
  uid: Uid
  path: string
  /** Null where the picture itself is small. */
  smallPath: string | null
  width: number
  height: number
  thumbhash: string | null
  alt: string
  attachment: Attachment | null
}
