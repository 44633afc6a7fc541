import '@mantine/core/styles/Popover.layer.css'
import '../overlays.css'

export { Popover } from '@mantine/core'
