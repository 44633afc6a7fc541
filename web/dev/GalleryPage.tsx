import { useState } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { FilterChip } from '#web/ui/Chip.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Basics } from './Basics.tsx'
import { Features, States } from './Features.tsx'
import { SignIn, People } from './People.tsx'
import { Others, Conversations } from './Conversations.tsx'
import { Matches, Sources } from './Taste.tsx'
import { Writing } from './Writing.tsx'
import './gallery.css'

/** `/gallery`, in development only: every component in its states, in both themes and both directions. */
export function GalleryPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  const isLight = colorScheme === 'light'
  return (
    <div dir={direction}>
      <PageHeader
        title="Gallery"
        lead="Every component in its states. Only the development server shows this page."
        aside={
          <>
            <FilterChip isOn={isLight} onPick={() => setColorScheme(isLight ? 'dark' : 'light')}>
              Light
            </FilterChip>
            <FilterChip isOn={direction === 'rtl'} onPick={() => setDirection(direction === 'rtl' ? 'ltr' : 'rtl')}>
              Right to left
            </FilterChip>
          </>
        }
      />
      <Basics />
      <States />
      <Features />
      <People />
      <Matches />
      <Sources />
      <Writing />
      <Conversations />
      <Others />
      <SignIn />
    </div>
  )
}
