import type { I18n } from '@lingui/core'
import { IconBookmark } from '@tabler/icons-react'
import type { LinkRecord } from '#contract/links/links.ts'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { useSaveDialog } from './save-dialog.store.ts'

/** The menu entry that saves a link to a folder. An empty title is unknown. */
export const saveEntry = (i18n: I18n, saving: { link: LinkRecord; title: string }): MenuEntry => ({
  icon: IconBookmark,
  label: i18n._({ id: 'folders.save', message: 'Save to a folder' }),
  act: () => useSaveDialog.getState().open(saving),
})
