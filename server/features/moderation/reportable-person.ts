import { AppError } from '#contract/errors.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Reportable } from './moderation.types.ts'

const PICTURE_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

/** Reports about a user's profile, which can't be hidden. */
export function reportablePerson({
  connections,
  profiles,
}: {
  connections: Pick<Connections, 'mustSee'>
  profiles: Pick<Profiles, 'get'>
}): Reportable {
  return {
    async evidence(viewer, uid) {
      try {
        await connections.mustSee(viewer, uid)
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
      const person = await profiles.get(uid)
      if (!person) return null
      const { name, user_name: userName, avatar_url: avatar } = person.card
      const picture = avatar && PICTURE_ID.exec(avatar)?.[0]
      return {
        author: uid,
        text: [`${name} (@${userName})`, person.bio, person.place].filter(Boolean).join('\n'),
        pictures: picture ? [picture] : [],
      }
    },
  }
}
