/* Checks translations for technical problems; it can't judge their meaning. */
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'

type Messages = ReadonlyMap<string, string>

/** The problems of a language's catalog, one line each; `source` are the messages of the code by their IDs. */
export function translationProblems(language: string, source: Messages, catalog: Messages): string[] {
  const unused = [...catalog.keys()].filter((id) => !source.has(id)).map((id) => `${id} is not in the code any more`)
  const others = [...source].flatMap(([id, sentence]) => {
    const translation = catalog.get(id)
    if (translation === undefined || translation.trim() === '') return [`${id} is missing: ${sentence}`]
    return messageProblems(language, sentence, translation).map((problem) => `${id} ${problem}: ${translation}`)
  })
  return [...unused, ...others].map((problem) => `${language}: ${problem}`)
}

function messageProblems(language: string, sentence: string, translation: string): string[] {
  const expected = shapeOf(sentence)
  const found = shapeOf(translation)
  if (!found) return ['can’t be read']
  const placeholders = expected && [...expected.holes].toSorted().join() !== [...found.holes].toSorted().join()
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const forms = found.plurals.flatMap((plural) => categories.filter((category) => !plural.has(category)))
  return [
    ...(placeholders ? [`has other placeholders than ${[...expected.holes].join(', ') || 'none'}`] : []),
    ...(forms.length > 0 ? [`lacks the plural ${[...new Set(forms)].join(', ')}`] : []),
  ]
}

type Shape = { holes: Set<string>; plurals: Set<string>[] }

/** The placeholders of a message, including nested ones, and the forms of each plural; null for invalid syntax. */
function shapeOf(sentence: string): Shape | null {
  const shape: Shape = { holes: new Set(), plurals: [] }
  const visit = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, kind, choices] = token
      if (name !== '#') shape.holes.add(name)
      if (typeof choices !== 'object' || choices === null) continue
      if (kind === 'plural') shape.plurals.push(new Set(Object.keys(choices)))
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice)
    }
  }
  try {
    visit(compileMessageOrThrow(sentence))
    return shape
  } catch {
    return null
  }
}
