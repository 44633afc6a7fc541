import '@mantine/core/styles/Input.layer.css'
import './fields.css'

export { NativeSelect } from '@mantine/core'
