import type { Moment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import type { MetMoment } from './moments.store.ts'

export function presentMoment(moment: MetMoment, author: PersonCard, viewer: string): Moment {
  return {
    id: moment.id,
    author,
    text: moment.text,
    link: moment.link,
    audience: moment.audience,
    posted_at: moment.postedAt.toISOString(),
    likes: moment.likes,
    liked: moment.liked,
    mine: moment.author === viewer,
  }
}
