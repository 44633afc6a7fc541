import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import './fields.css'

export { SegmentedControl } from '@mantine/core'
