import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconBell,
  IconBookmark,
  IconCalendarWeek,
  IconChartBar,
  IconBrandYoutube,
  IconClock,
  IconFileText,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconMusic,
  IconPencilPlus,
  IconSearch,
  IconSun,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { plainText } from '#web/ui/text/plain-text.ts'
import { useSuggestions } from '#web/pages/search/use-suggestions.tsx'
import { useNavItems } from '../shell/nav.ts'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import { recentChoices } from './recent-choices.ts'

/** One row of the palette. `to` is null for commands and players, which are not saved as recent choices. */
export type Entry = { key: string; name: string; about: string; picture: ReactNode; to: string | null; run: () => void }
export type EntryGroup = { key: string; title: string; entries: Entry[] }

type PageLink = { to: string; name: string; words: string; icon: Icon }
type Command = { key: string; name: string; words: string; icon: Icon; run: () => void }

/** The palette's groups for the typed text: recent choices while it is empty, then pages, people, items and commands. */
export function useEntries(typed: string, onOpen: (overlay: 'shortcuts') => void): EntryGroup[] {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const me = useMyUid()
  const found = useSuggestions(typed)
  const pageEntry = ({ to, name, icon: PageIcon }: PageLink): Entry => ({
    key: to,
    name,
    about: '',
    picture: <PageIcon size={20} stroke={1.8} aria-hidden />,
    to,
    run: () => void navigate(to),
  })
  const commandEntry = ({ key, name, icon: CommandIcon, run }: Command): Entry => ({
    key,
    name,
    about: '',
    picture: <CommandIcon size={20} stroke={1.8} aria-hidden />,
    to: null,
    run,
  })
  const recent = typed === '' && me ? recentChoices(me) : []
  const pages = matchingEntries(usePages(), typed, (place) => place)
  const commands = matchingEntries(useCommands(onOpen), typed, (act) => act)
  const search: PageLink = {
    to: `/search?q=${encodeURIComponent(typed)}`,
    name: i18n._({ id: 'palette.search', message: 'Search for “{typed}”', values: { typed } }),
    words: '',
    icon: IconSearch,
  }
  const groups: EntryGroup[] = [
    {
      key: 'recent',
      title: i18n._({ id: 'palette.recent', message: 'Recent' }),
      entries: recent.map(({ to, name, about }) => ({
        key: `recent ${to}`,
        name,
        about,
        picture: <IconClock size={20} stroke={1.8} aria-hidden />,
        to,
        run: () => void navigate(to),
      })),
    },
    { key: 'people', title: i18n._({ id: 'palette.people', message: 'People' }), entries: found.people },
    { key: 'pages', title: i18n._({ id: 'palette.pages', message: 'Pages' }), entries: pages.map(pageEntry) },
    { key: 'actions', title: i18n._({ id: 'palette.acts', message: 'Actions' }), entries: commands.map(commandEntry) },
    { key: 'items', title: i18n._({ id: 'search.catalog', message: 'Artists and channels' }), entries: found.items },
    {
      key: 'search',
      title: i18n._({ id: 'search.label', message: 'Search' }),
      entries: typed.length >= limits.search.min ? [{ ...pageEntry(search), to: null }] : [],
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The pages of the navigation rail, and those without an entry there. */
function usePages(): PageLink[] {
  const { i18n } = useLingui()
  const me = useMyUid()
  const rail = useNavItems(useLocation().pathname).map(({ to, label, icon }) => ({ to, name: label, words: '', icon }))
  if (!me) return rail
  return [
    ...rail,
    { to: '/saved', name: i18n._({ id: 'folders.title', message: 'Saved' }), words: '', icon: IconBookmark },
    { to: '/week', name: i18n._({ id: 'week.title', message: 'Your week' }), words: '', icon: IconCalendarWeek },
    { to: '/plays', name: i18n._({ id: 'plays.title', message: 'Your plays' }), words: '', icon: IconChartBar },
    {
      to: `/profile/${me}/time`,
      name: i18n._({ id: 'time.open', message: 'Your taste over time' }),
      words: '',
      icon: IconChartBar,
    },
    { to: '/notifications', name: i18n._({ id: 'palette.notifications', message: 'Notifications' }), words: '', icon: IconBell },
    { to: `/profile/${me}/spotify`, name: i18n._({ id: 'palette.my-music', message: 'My music' }), words: 'Spotify', icon: IconMusic },
    {
      to: `/profile/${me}/youtube`,
      name: i18n._({ id: 'palette.my-video', message: 'My videos' }),
      words: 'YouTube',
      icon: IconBrandYoutube,
    },
    { to: `/profile/${me}/buddies`, name: i18n._({ id: 'palette.my-buddies', message: 'My buddies' }), words: '', icon: IconUsers },
    { to: '/privacy-policy', name: i18n._({ id: 'legal.privacy', message: 'Privacy policy' }), words: '', icon: IconFileText },
    { to: '/terms-of-service', name: i18n._({ id: 'legal.terms', message: 'Terms of service' }), words: '', icon: IconFileText },
  ]
}

function useCommands(onOpen: (overlay: 'shortcuts') => void): Command[] {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { leave } = useLogOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isLight = colorScheme === 'light'
  return [
    {
      key: 'write',
      name: i18n._({ id: 'palette.write', message: 'Write a moment' }),
      words: i18n._({ id: 'palette.write.words', message: 'post share new' }),
      icon: IconPencilPlus,
      run: () => void navigate('/moments'),
    },
    {
      key: 'theme',
      name: isLight
        ? i18n._({ id: 'palette.dark', message: 'Switch to the dark theme' })
        : i18n._({ id: 'palette.light', message: 'Switch to the light theme' }),
      words: i18n._({ id: 'palette.theme.words', message: 'appearance colors night day' }),
      icon: isLight ? IconMoon : IconSun,
      run: () => setColorScheme(isLight ? 'dark' : 'light'),
    },
    {
      key: 'shortcuts',
      name: i18n._({ id: 'shortcuts.title', message: 'Keyboard shortcuts' }),
      words: i18n._({ id: 'palette.shortcuts.words', message: 'help keys' }),
      icon: IconKeyboard,
      run: () => onOpen('shortcuts'),
    },
    {
      key: 'leave',
      name: i18n._({ id: 'identity.log-out', message: 'Log out' }),
      words: i18n._({ id: 'palette.leave.words', message: 'log out sign out leave' }),
      icon: IconLogout,
      run: leave,
    },
  ]
}

/**
 * Entries with words that start with every typed word; entries whose name starts with them come first. Empty input returns all.
 * @param wordsOf returns the name and further search words
 */
export function matchingEntries<T>(entries: readonly T[], typed: string, wordsOf: (entry: T) => { name: string; words: string }): T[] {
  const wanted = plainText(typed).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...entries]
  const ranked = entries.flatMap((entry) => {
    const { name, words } = wordsOf(entry)
    const has = plainText(`${name} ${words}`).split(/[\s,/]+/)
    if (!wanted.every((want) => has.some((word) => word.startsWith(want)))) return []
    return [{ entry, rank: plainText(name).startsWith(wanted.join(' ')) ? 0 : 1 }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}
