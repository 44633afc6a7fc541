import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import './Button.css'

/* Each Mantine component comes through a file like this one, so that its styles are in the chunk that shows it. */
export { Button } from '@mantine/core'
