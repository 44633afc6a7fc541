import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core'

/** The same color for all ten shades: it already changes with the scheme. */
const match = 'var(--wl-match)'
const MATCH: MantineColorsTuple = [match, match, match, match, match, match, match, match, match, match]

type Variant = ReturnType<VariantColorsResolver>
const variants: Record<string, Variant> = {
  filled: { background: 'var(--wl-match)', hover: 'var(--wl-match-hover)', color: 'var(--wl-match-ink)', border: '1px solid transparent' },
  default: { background: 'var(--wl-surface-3)', hover: 'var(--wl-line)', color: 'var(--wl-text)', border: '1px solid transparent' },
  outline: { background: 'transparent', hover: 'var(--wl-surface-2)', color: 'var(--wl-text)', border: '1px solid var(--wl-line)' },
  subtle: {
    background: 'transparent',
    hover: 'var(--wl-surface-2)',
    color: 'var(--wl-muted)',
    hoverColor: 'var(--wl-text)',
    border: '1px solid transparent',
  },
  danger: { background: 'var(--wl-bad-tint)', hover: 'var(--wl-surface-3)', color: 'var(--wl-bad)', border: '1px solid transparent' },
}
const fallback: Variant = { background: 'transparent', hover: 'var(--wl-surface-2)', color: 'inherit', border: 'none' }

/** Mantine's theme with our tokens; `mantine-variables.css` has its variables. Button variants: `filled` (primary), `default`, `outline`, `subtle`, `danger`. */
export const theme = createTheme({
  // Exactly 600, 1024, 1440 and 1920 px, in em because Mantine compares them with the root font size.
  breakpoints: { xs: '0em', sm: '37.5em', md: '64em', lg: '90em', xl: '120em' },
  colors: { match: MATCH },
  primaryColor: 'match',
  fontFamily: 'var(--wl-font)',
  headings: { fontFamily: 'var(--wl-font-heading)', fontWeight: '700' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  radius: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '999px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '36px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: ({ variant }) => variants[variant] ?? fallback,
  components: {
    Button: { defaultProps: { radius: 'xl' } },
    ActionIcon: { defaultProps: { radius: 'xl', variant: 'subtle', size: 40 } },
    TextInput: { defaultProps: { radius: 'md', size: 'md' } },
    PasswordInput: { defaultProps: { radius: 'md', size: 'md' } },
    Textarea: { defaultProps: { radius: 'md', size: 'md' } },
    MultiSelect: { defaultProps: { radius: 'md', size: 'md' } },
    NativeSelect: { defaultProps: { radius: 'md' } },
    Select: { defaultProps: { radius: 'md', size: 'md' } },
    Modal: { defaultProps: { radius: 'md', centered: true, overlayProps: { backgroundOpacity: 0.6 }, transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { radius: 'sm', shadow: 'none' } },
    Tooltip: { defaultProps: { radius: 'xs', openDelay: 300, withArrow: false } },
  },
})
