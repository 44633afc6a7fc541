import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import type { Relation } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'
import { presentMoment } from './moments.present.ts'
import type { ViewedMoment } from './moments.types.ts'

/** Adds authors, pictures and the matches of strangers to moments. */
export function createMomentPresenter({ profiles, pictures, wavelength }: Pick<MomentDeps, 'profiles' | 'pictures' | 'wavelength'>) {
  /** @param relation the viewer's relation to all authors except themselves */
  async function present(viewer: Uid, moments: readonly ViewedMoment[], relation: Relation): Promise<Moment[]> {
    if (moments.length === 0) return []
    const authors = [...new Set(moments.map((moment) => moment.author))]
    const strangers = relation === 'connected' ? [] : authors.filter((uid) => uid !== viewer)
    const [cards, attached, percents] = await Promise.all([
      profiles.cards(authors),
      pictures.ofMany(
        'moment',
        moments.map(({ id }) => id),
      ),
      strangers.length > 0 ? wavelength.percents(viewer, strangers) : new Map<Uid, number>(),
    ])
    return moments.flatMap((moment) => {
      const author = cards.get(moment.author)
      if (!author) return []
      const isBuddy = relation === 'connected' && moment.author !== viewer
      const percent = percents.get(moment.author) ?? null
      return [presentMoment(moment, { author, viewer, isBuddy, percent, pictures: attached.get(moment.id) ?? [] })]
    })
  }

  async function presentOne(viewer: Uid, met: ViewedMoment, relation: Relation): Promise<Moment> {
    const [moment] = await present(viewer, [met], relation)
    if (!moment) throw new AppError('not_found', { moment: met.id })
    return moment
  }

  return { present, presentOne }
}
