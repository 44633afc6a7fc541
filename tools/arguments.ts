import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
/** The commands of a tool: 1 for a command with a name, 0 for one without. */
type Commands = Readonly<Record<string, 0 | 1>>
/** A command as written: `['list']` or `['add', 'anna']`. */
type Command<C extends Commands> = { [K in keyof C]: C[K] extends 0 ? readonly [K] : readonly [K, string] }[keyof C]
type Arguments<O extends Options, C extends Commands> = {
  values: ReturnType<typeof parseArgs<{ options: O }>>['values']
  command: Command<C>
}

/**
 * Reads the arguments of this process. Prints the usage and exits: with 0 for `--help`, with 2 for an argument that is unknown, missing, or
 * one too many.
 */
export function readArguments<const O extends Options, const C extends Commands>(
  usage: string,
  { options, commands }: { options?: O; commands?: C } = {},
): Arguments<O, C> {
  const { values, positionals } = parse(usage, options ?? {})
  const [command, ...operands] = positionals
  const names = commands?.[command ?? ''] ?? 0
  if (commands && command === undefined) rejectArguments(usage, 'A command is missing.')
  if (command !== undefined && !Object.hasOwn(commands ?? {}, command)) rejectArguments(usage, `Unknown argument: ${command}.`)
  if (operands.length > names) rejectArguments(usage, `Unknown argument: ${operands.at(-1)}.`)
  if (operands.length < names || operands[0] === '') rejectArguments(usage, `A name is missing after ${command}.`)
  // Checked above; parseArgs has checked the values.
  return { values, command: positionals } as unknown as Arguments<O, C>
}

/**
 * Reads whole numbers, which may be left out from the end, and words. Prints the usage and exits like `readArguments`.
 * @param most the maximum number of numbers
 */
export function readNumbers<const O extends Options>(
  usage: string,
  { most, words = [], options }: { most: number; words?: readonly string[]; options?: O },
): { numbers: number[]; words: string[]; values: Arguments<O, Commands>['values'] } {
  const { values, positionals } = parse(usage, options ?? {})
  const numbers = positionals.filter((positional) => /^\d+$/.test(positional))
  const others = positionals.filter((positional) => !/^\d+$/.test(positional))
  const unknown = others.find((other) => !words.includes(other)) ?? numbers[most]
  if (unknown !== undefined) rejectArguments(usage, `Unknown argument: ${unknown}.`)
  // parseArgs has checked the values.
  return { numbers: numbers.map(Number), words: others, values: values as Arguments<O, Commands>['values'] }
}

function parse(usage: string, options: Options) {
  try {
    const parsed = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
    if (!parsed.values.help) return parsed
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Other messages mention "--", which npm removes.
    return rejectArguments(usage, `${error.message.split(/\.\s/)[0]}.`)
  }
  console.log(usage)
  process.exit(0)
}

/** Prints what is wrong and the usage, and exits with 2. */
export function rejectArguments(usage: string, problem: string): never {
  console.error(`${problem}\n\n${usage}`)
  process.exit(2)
}
