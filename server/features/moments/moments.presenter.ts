import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment, QuotedMoment } from '#contract/moments.ts'
import type { Relation } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'
import type { Mentions } from './moments.mentions.ts'
import { presentMoment, presentQuoted } from './moments.present.ts'
import type { ViewedMoment } from './moments.types.ts'
import type { createVisibility } from './moments.visibility.ts'

type Deps = Pick<MomentDeps, 'profiles' | 'pictures' | 'wavelength'> & {
  visibility: Pick<ReturnType<typeof createVisibility>, 'findVisibleMany'>
  mentions: Mentions
}

/** Adds authors, pictures, quoted moments, mentions and the matches of strangers to moments. */
export function createMomentPresenter({ profiles, pictures, wavelength, visibility, mentions }: Deps) {
  /** The quoted moments that the viewer may see: a quote never shows its original to more people. */
  async function quotedBy(viewer: Uid, moments: readonly ViewedMoment[]): Promise<ReadonlyMap<string, QuotedMoment>> {
    const originals = await visibility.findVisibleMany(viewer, [...new Set(moments.flatMap(({ quoteOf }) => quoteOf ?? []))])
    if (originals.length === 0) return new Map()
    const [cards, attached] = await Promise.all([
      profiles.cards([...new Set(originals.map(({ author }) => author))]),
      pictures.getMany(
        'moment',
        originals.map(({ id }) => id),
      ),
    ])
    return new Map(
      originals.flatMap((original) => {
        const author = cards.get(original.author)
        return author ? [[original.id, presentQuoted(original, author, attached.get(original.id) ?? [])] as const] : []
      }),
    )
  }

  /** @param relation the viewer's relation to all authors except themselves */
  async function present(viewer: Uid, moments: readonly ViewedMoment[], relation: Relation): Promise<Moment[]> {
    if (moments.length === 0) return []
    const authors = [...new Set(moments.map((moment) => moment.author))]
    const strangers = relation === 'connected' ? [] : authors.filter((uid) => uid !== viewer)
    const [cards, attached, percents, quoted, mentioned] = await Promise.all([
      profiles.cards(authors),
      pictures.getMany(
        'moment',
        moments.map(({ id }) => id),
      ),
      strangers.length > 0 ? wavelength.percents(viewer, strangers) : new Map<Uid, number>(),
      quotedBy(viewer, moments),
      mentions.findInTexts(
        viewer,
        moments.map(({ text }) => text),
      ),
    ])
    return moments.flatMap((moment, index) => {
      const author = cards.get(moment.author)
      if (!author) return []
      const isBuddy = relation === 'connected' && moment.author !== viewer
      const percent = percents.get(moment.author) ?? null
      return [
        presentMoment(moment, {
          author,
          viewer,
          isBuddy,
          percent,
          pictures: attached.get(moment.id) ?? [],
          mentions: mentioned[index] ?? [],
          quoted: moment.quoteOf === null ? undefined : (quoted.get(moment.quoteOf) ?? null),
        }),
      ]
    })
  }

  async function presentOne(viewer: Uid, met: ViewedMoment, relation: Relation): Promise<Moment> {
    const [moment] = await present(viewer, [met], relation)
    if (!moment) throw new AppError('not_found', { moment: met.id })
    return moment
  }

  return { present, presentOne }
}
