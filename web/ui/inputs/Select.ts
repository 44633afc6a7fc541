import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import './fields.css'
import '../overlays.css'

export { Select } from '@mantine/core'
