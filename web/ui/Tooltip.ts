import '@mantine/core/styles/Tooltip.layer.css'
import './overlays.css'

export { Tooltip } from '@mantine/core'
