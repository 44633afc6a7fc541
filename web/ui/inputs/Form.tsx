import type { ComponentProps } from 'react'
import './form.css'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** A form that is sent by this page, which also shows what is wrong in it. */
export function Form({ onSubmit, className = 'wl-form', ...rest }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        // React passes it on through dialogs, to a form that opened this one.
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}
