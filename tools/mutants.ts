import { mulberry32 } from '#sandbox/kit/random.ts'

/** One mutation of a source file. `id` stays the same as long as the file does. */
export type Mutant = { id: string; file: string; operator: string; line: number; mutated: string }

/** The replacements. oxfmt puts spaces around operators, so these patterns match no generics, arrows or JSX. */
const operators: [name: string, pattern: RegExp, replacement: string][] = [
  ['equal', / === /g, ' !== '],
  ['not equal', / !== /g, ' === '],
  ['less', / < /g, ' <= '],
  ['at most', / <= /g, ' < '],
  ['greater', / > /g, ' >= '],
  ['at least', / >= /g, ' > '],
  ['and', / && /g, ' || '],
  ['or', / \|\| /g, ' && '],
  ['negated condition', /\bif \(([^()]*(?:\([^()]*\)[^()]*)*)\) /g, 'if (!($1)) '],
  ['dropped statement', /^\s*await [^;=]*\)$/g, ''],
  ['true', /\btrue\b/g, 'false'],
  ['false', /\bfalse\b/g, 'true'],
  ['plus', / \+ /g, ' - '],
  ['minus', / - /g, ' + '],
  ['number', /(?<![\w.$'])(\d[\d_]*)(?![\w.'])/g, '($1 + 1)'],
  ['SQL equal', /'='/g, "'!='"],
  ['SQL less', /'<'/g, "'<='"],
  ['SQL at most', /'<='/g, "'<'"],
  ['SQL greater', /'>'/g, "'>='"],
  ['SQL at least', /'>='/g, "'>'"],
  ['SQL and', / and /g, ' or '],
  ['SQL order', /'desc'/g, "'asc'"],
]

/** Lines that no test can cover: imports, types and comments. */
const isSkipped = (line: string): boolean => /^\s*(?:\/\/|\/\*|\*|import |export type |type |\} from )/.test(line)

/** Every mutation of a source by our operators, in order. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((line, position) =>
    isSkipped(line)
      ? []
      : operators.flatMap(([operator, pattern, replacement]) =>
          [...line.matchAll(pattern)].map((match) => {
            // Only this occurrence: the pattern needs the whole line as context.
            const changed = line.replace(pattern, (...found: unknown[]) => {
              const [whole, ...rest] = found
              const offset = rest.find((part) => typeof part === 'number')
              return offset === match.index ? replacement.replace('$1', String(rest[0])) : String(whole)
            })
            const mutated = lines.with(position, changed).join('\n')
            return { id: `${file}:${position + 1}:${match.index + 1} ${operator}`, file, operator, line: position + 1, mutated }
          }),
        ),
  )
}

/** `count` of the items, the same ones for the same seed, and the first of them the same ones for a smaller count. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items]
  const random = mulberry32(seed)
  const chosen: T[] = []
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  return chosen
}
