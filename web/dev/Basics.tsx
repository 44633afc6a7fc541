import { useState } from 'react'
import { IconCopy, IconDots, IconHeart, IconMusic, IconTrash } from '@tabler/icons-react'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { Chip, FilterChip, type ChipKind } from '#web/ui/Chip.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { PopoverButton } from '#web/ui/inputs/PopoverButton.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { Option } from '#web/ui/inputs/Option.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { allPeople, items, long, prints } from './samples.ts'
import { Specimen } from './Specimen.tsx'

const variants: readonly ButtonVariant[] = ['filled', 'default', 'outline', 'subtle', 'danger']
const kinds: readonly ChipKind[] = ['music', 'video', 'match', 'plain']
const noop = () => undefined

/** Basic components: buttons, chips, pictures, prints, fields. */
export function Basics() {
  return (
    <>
      <Buttons />
      <Pictures />
      <Fields />
    </>
  )
}

function Buttons() {
  return (
    <>
      <Specimen title="Logo">
        <Logo />
      </Specimen>
      <Specimen title="Preview workspace banner">
        <PreviewBanner />
      </Specimen>
      <Specimen title="Button: looks, sizes, busy, off, full width">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <Button key={size} size={size} leftSection={<IconHeart size={18} aria-hidden />}>
            {size}
          </Button>
        ))}
        <Button loading>busy</Button>
        <Button disabled>off</Button>
        <Button fullWidth>{long.name}</Button>
      </Specimen>
      <Specimen title="ActionIcon">
        <ActionIcon aria-label="Like">
          <IconHeart size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Like" disabled>
          <IconHeart size={20} aria-hidden />
        </ActionIcon>
      </Specimen>
      <Specimen title="MenuButton">
        <MenuButton
          button={
            <ActionIcon aria-label="More">
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          }
          entries={() => [
            { icon: IconCopy, label: 'Copy link', act: () => undefined },
            { icon: IconTrash, label: 'Delete', act: () => undefined, isBad: true },
          ]}
        />
      </Specimen>
      <Specimen title="PopoverButton">
        <OnePopover />
      </Specimen>
      <Specimen title="Chip, FilterChip">
        {kinds.map((kind) => (
          <Chip key={kind} kind={kind} icon={<IconMusic size={14} aria-hidden />}>
            {kind}
          </Chip>
        ))}
        <Chip>{long.name}</Chip>
        <FilterChip isOn onPick={noop}>
          on
        </FilterChip>
        <FilterChip isOn={false} onPick={noop}>
          off
        </FilterChip>
      </Specimen>
    </>
  )
}

function OnePopover() {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <ActionIcon aria-label="Like">
      <IconHeart size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <PopoverButton button={button} isOpen={isOpen} onChange={setOpen} position="top">
      {long.name}
    </PopoverButton>
  )
}

function Pictures() {
  return (
    <>
      <Specimen title="Avatar: initials, scripts, a picture that is gone">
        {allPeople.map((person) => (
          <Avatar key={person.uid} person={person} size={56} label={person.name} />
        ))}
      </Specimen>
      <Specimen title="Artwork without pictures">
        {items.map(({ id, kind }) => (
          <Artwork key={id} id={id} kind={kind} size={72} />
        ))}
      </Specimen>
      <Specimen title="QrCode">
        <QrCode text="https://wavelength.example/invite/mira" label="QR code of an invitation" />
      </Specimen>
      <Specimen title="Picture: one that can’t be read">
        <Picture src="/no-such-picture.png" alt="A stage at night" />
      </Specimen>
      <Specimen title="MatchFigure">
        <MatchFigure percent={92} size="large" withCaption />
        <MatchFigure percent={7} size="medium" />
        <MatchFigure percent={100} size="small" />
        <MatchFigure percent={null} withCaption />
      </Specimen>
      <Specimen title="TastePrint: alone, mirrored, empty">
        <TastePrint mine={prints.mine} label="One print" />
        <TastePrint mine={prints.mine} theirs={prints.theirs} label="Two prints" />
        <TastePrint mine={[]} label="No print yet" />
      </Specimen>
    </>
  )
}

function Fields() {
  return (
    <>
      <Specimen title="Option: chosen, long, right to left">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of HTML's own can't show pictures in its choices */}
        <div role="listbox" aria-label="Suggestions">
          {allPeople.map((person, index) => (
            <Option
              key={person.uid}
              id={`option-${index}`}
              picture={<Avatar person={person} size={32} />}
              name={person.name}
              about={`@${person.user_name}`}
              isActive={index === 0}
              onPick={noop}
            />
          ))}
        </div>
      </Specimen>
      <Specimen title="Fields: usual, wrong, off">
        <TextInput label="Name" description="As people see it" placeholder="Jonas Weir" />
        <TextInput label="Name" defaultValue={long.name} error="This is longer than 60 letters." />
        <TextInput label="Name" disabled defaultValue="Jonas Weir" />
        <PasswordInput label="Password" defaultValue="a password" />
        <NativeSelect label="Language" data={['English', 'Deutsch', 'العربية']} />
        <SegmentedControl aria-label="Theme" data={['Dark', 'Light']} />
        <Switch label="Show my match" defaultChecked />
        <Switch label="Show my match" disabled />
        <Form onSubmit={() => undefined}>
          <FormMessage>The e-mail or the password is not right.</FormMessage>
        </Form>
      </Specimen>
    </>
  )
}
