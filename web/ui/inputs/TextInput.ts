import '@mantine/core/styles/Input.layer.css'
import './fields.css'

export { Textarea, TextInput } from '@mantine/core'
