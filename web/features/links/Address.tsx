import { Fragment } from 'react'

/** After a slash and before the other separators, but not inside `://`. */
const breaks = /(?<=\/)(?=[^/])|(?=[.?&])/

/** A web address that breaks between its parts rather than inside words. Copied, it is unchanged. */
export const Address = ({ text }: { text: string }) =>
  text.split(breaks).map((part, index) => (
    // The parts of an address never reorder.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
