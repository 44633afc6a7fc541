import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readArguments } from '../arguments.ts'
import type { Finished } from '../run-step.ts'

/** Retired words and the standard term for each. GLOSSARY.md has the words that we do use. */
const retired: readonly [pattern: RegExp, use: string][] = [
  [/stand-?ins?\b|standIns?(?![a-z])|StandIns?(?![a-z])/, 'fake service, or persona for view-as'],
  [/\bjourneys?\b|Journey/i, 'end-to-end test'],
  [/\b[Ff]igures\b|[a-z]Figures\b/, 'metrics, numbers, measurements'],
  [/refus(?:als?|e[sd]?|ing)(?![a-z])|REFUSED/i, 'error, reject'],
  [/\b(?:some|every)body\b|\bwho(?:m)?ever\b|(?:Some|Every)body(?![a-z])|Whoever/i, 'a user, users, anyone'],
  [/\bthings?\b|Things?(?![a-z])/, 'item, or the name of the item'],
  [/\b(?:told|tells?|telling)\b|(?<![a-z])(?:Told|Tells|Tell)(?![a-z])/, 'publish, notify, report, say'],
  [/\b(?:hears?|heard|hearers?)\b|(?<![a-z])(?:Hear|Hears|Heard)(?![a-z])/, 'receive, subscribe, listen'],
  [/\bacts\b|Acts(?![a-z])/, 'commands, actions'],
  [/\bwish(?:es)?\b|Wish/, 'pending action, request'],
  [/\blooker\b|Looker/, 'viewer'],
  [/\blanes?\b|Lanes?(?![a-z])/, 'queue, mutex'],
  [/\bgather(?:s|ed|ing)?\b|Gather/, 'batch, collect'],
  [/\batMost\b|\bat-most\b/, 'limit'],
  [/\ballowances?\b|Allowance/, 'rate limit'],
  [/\bnewcomers?\b/, 'new process, new user'],
  [/\bholdBy\b|\bhangs? on\b/, 'owner, attach to'],
  [/\bbegun\b|Begun/, 'started, prepared'],
  [/\bmailbox\b|Mailbox/, 'dev inbox'],
  [/\bthereof\b|\bwhereof\b|\bin passing\b/, 'a plain sentence'],
]

/** Text that keeps its words: applied migrations, catalogs, recorded results, generated projects, demo dialogue, and the lists themselves. */
const exempt =
  /^(server\/migrations|web\/locales|bench\/results|native\/(android|ios)|package-lock|tools\/checks\/language\.ts|GLOSSARY\.md|CHANGELOG\.md|LICENSE|web\/public\/image|sandbox\/demo\/(chatter|people)\.ts)/
/** Message ids, text that users read, the slogan, and names that are stored or shared between versions. */
const allowed = new RegExp(
  [
    String.raw`\bid: '[^']*'`,
    String.raw`\bmessage:\s*(?:'(?:[^'\\]|\\.)*'|"[^"]*")`,
    'hear what you hear',
    String.raw`\$\{prefix\}everybody`,
    'stand-in for the application',
    'connection refused',
    'ECONNREFUSED',
    'CONNECTION_REFUSED',
    'refuses_common',
    'refused_since',
    'isRefused',
  ].join('|'),
  'g',
)
const readable = /\.(tsx?|mjs|cjs|js|css|md|ya?ml)$|^\.ci\/run$|\.example$/

type Finding = { file: string; line: number; text: string; use: string }

function findRetiredWords(path: string): Finding[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', path], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
  return files
    .filter((file) => readable.test(file) && !exempt.test(file) && existsSync(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll(allowed, (text) => text.replaceAll(/[^\n]/g, ' '))
        .split('\n')
        .flatMap((text, index) =>
          retired.filter(([pattern]) => pattern.test(text)).map(([, use]) => ({ file, line: index + 1, text: text.trim(), use })),
        ),
    )
}

const describe = ({ file, line, text, use }: Finding) => `${file}:${line}: use "${use}" in: ${text.slice(0, 160)}`

/** Fails when a retired word is back. */
export async function checkLanguage(): Promise<Finished> {
  const findings = findRetiredWords('.')
  return { code: findings.length > 0 ? 1 : 0, output: findings.map(describe).join('\n') }
}

if (import.meta.main) {
  const { folder = '.' } = readArguments('Usage: node tools/checks/language.ts [--folder <folder>]', {
    options: { folder: { type: 'string' } },
  }).values
  const findings = findRetiredWords(folder)
  for (const finding of findings) console.log(describe(finding))
  console.log(`${findings.length} lines with retired words`)
}
