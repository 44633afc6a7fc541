/* The groups of modules from which the bundler makes files (decision 0007). */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Rolldown } from 'vite'
import { type GetModuleInfo, type GraphModule, readModuleGraph } from './module-graph.ts'
import { pageChunks, type Visit } from './page-chunks.ts'

/** In bytes of minified code, or of styles. A page has more small files of styles than of code. */
const REQUEST_WORTH = { code: 2_500, styles: 6_500 }
/** Rarely opened pages, by their module or by their file. */
export const RARE_PAGES =
  /\/(?:\w+Return|PrivacyPolicy|TermsOfService|Unsubscribe|Moderation|Suspended|AcceptTerms|AccountSetup|Shortcuts|Blends?|NewBlend|Invite|Saved|Recap|Item|NotFound|SignUp|Link|ProfileBuddies|FindPeople|SocialConnect|Settings)Page[-.]/

/** Pages, and what loads after them without being a small part: a conversation beside the list, and the lower half of home. */
const PAGE = /\/(?:\w+Page|ConversationView|LatestMoments)\.tsx$/
const STYLES = /\.css$/
/** Loaded after each page of a signed-in user. */
const LIVE = /\/app\/live\.ts$/

/**
 * The weight of a page, 1 without a match; the first one counts. Found by building with many combinations: these leave the pages of
 * tests/e2e/weight.e2e.ts the most room.
 */
const PAGE_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [LIVE, 10],
  [/\/(?:Landing|Home|FindBuddies|Chat)Page\.tsx$/, 5.5],
  [/\/(?:Moments|Discover|Profile|ViewConnection)Page\.tsx$/, 3.5],
  [/\/SettingsPage\.tsx$/, 2.5],
  // Rare pages that share much code with other pages.
  [/\/(?:SocialConnect|Item)Page\.tsx$/, 1],
  [RARE_PAGES, 0.25],
]
/** The weight of the parts that a feature loads later. */
const LATER_WEIGHT = 0.025

/** The code that a page loads for its first content, without a user action. */
const FIRST_CONTENT: Readonly<Record<string, RegExp>> = {
  ChatPage: /\/chat\/runtime\/live\.ts$/,
  ConversationView: /\/(?:chat\/(?:ChatPage\.tsx|runtime\/live\.ts)|together\/Together\.tsx|links\/LiveLinkCard\.tsx)$/,
  FindBuddiesPage: /\/find-buddies\/RankingAge\.tsx$/,
  HomePage: /\/home\/(?:FirstSteps|WeekCard)\.tsx$/,
  LatestMoments:
    /\/(?:home\/(?:HomePage|FirstSteps|WeekCard|BuddiesPlay|ListeningSwitch|Shortcuts)|links\/LiveLinkCard|uploads\/PictureGrid)\.tsx$/,
  MomentsPage: /\/(?:links\/LiveLinkCard|uploads\/PictureGrid)\.tsx$/,
  SettingsPage: /\/pages\/settings\/.+Section\.tsx$/,
}

/** Code of every page is one file. Code that pages share is in a few files. The rest belongs to the entries that need it. */
export function codeSplittingGroups(web: string): Rolldown.CodeSplittingGroup[] {
  let files: Map<string, string> | undefined
  const fileOf = (id: string, getModuleInfo: GetModuleInfo) => (files ??= filesOfPages(join(web, 'app/main.tsx'), getModuleInfo)).get(id)
  // Imports of a group stay in their own group; every group imports only groups that are needed wherever it is.
  const shared = { includeDependenciesRecursively: false }
  const rest = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 300, ...shared }
  return [
    { name: 'begin', tags: ['$initial'], priority: 3 },
    { name: (id, context) => fileOf(id, (other) => context.getModuleInfo(other)), debugName: 'pages', priority: 2, ...shared },
    { name: 'packages', test: /node_modules/, priority: 1, ...rest },
    { name: 'part', ...rest },
  ]
}

/** The name of the file of each module that pages share. */
function filesOfPages(main: string, getModuleInfo: GetModuleInfo): Map<string, string> {
  const modules = readModuleGraph(main, getModuleInfo)
  const visits = visitsOf(modules)
  for (const id of reachedFrom(main, modules)) modules.delete(id)
  const sizeOf = (id: string) => (STYLES.test(id) ? statSync(id).size : minifySync('module.js', getModuleInfo(id)?.code ?? '').code.length)
  const kindOf = (id: string) => (STYLES.test(id) ? 'styles' : 'code')
  const sized = new Map([...modules].map(([id, { imports }]) => [id, { imports, size: sizeOf(id) }] as const))
  const files = pageChunks(sized, visits, kindOf, REQUEST_WORTH)
  return new Map([...files].map(([id, file]) => [id, `${kindOf(id)}-${file}`] as const))
}

function reachedFrom(entry: string, modules: ReadonlyMap<string, GraphModule>): Set<string> {
  const reached = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(modules.get(id)?.imports ?? []))
  }
  return reached
}

/** Each page, and the parts that each feature loads later. */
function visitsOf(modules: ReadonlyMap<string, GraphModule>): Visit[] {
  const entries = [...new Set([...modules.values()].flatMap(({ dynamicImports }) => dynamicImports))].toSorted()
  const isPage = (id: string) => PAGE.test(id) || LIVE.test(id)
  const firstOf = (page: string) => FIRST_CONTENT[/(\w+)\.tsx$/.exec(page)?.[1] ?? '']
  const weightOf = (id: string) => PAGE_WEIGHTS.find(([pages]) => pages.test(id))?.[1] ?? 1
  const rootsOf = (page: string) => [page, ...entries.filter((id) => firstOf(page)?.test(id))]
  const later = new Map<string, string[]>()
  for (const id of entries.filter((entry) => !isPage(entry))) {
    const feature = /\/web\/(\w+\/[\w-]+)\//.exec(id)?.[1] ?? ''
    later.set(feature, [...(later.get(feature) ?? []), id])
  }
  return [
    ...entries.filter(isPage).map((id) => ({ roots: rootsOf(id), isPage: true, weight: weightOf(id) })),
    ...[...later.values()].map((roots) => ({ roots, isPage: false, weight: LATER_WEIGHT })),
  ]
}
