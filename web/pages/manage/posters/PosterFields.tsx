import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { Poster, PosterFormat } from '../../../../src/contract/posters.ts';
import { ColourField } from '../../../ui/form/choice/ColourField.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { plural } from '../../../ui/text/format.ts';
import { colourChoices } from './drawing/colours.ts';
import type { PosterLayout } from './drawing/layout.ts';
import { type Block, templateOf } from './drawing/templates.ts';
import { PhotoField } from './PhotoField.tsx';
import styles from './Posters.module.css';

interface PosterFieldsProps {
  poster: Poster;
  excess: PosterLayout['excess'];
  hasLogo: boolean;
  onChange: (poster: Poster) => void;
}

const formats: readonly { value: PosterFormat; label: string }[] = [
  { value: 'landscape', label: 'TV deitada (16:9)' },
  { value: 'portrait', label: 'TV em pé (9:16)' },
];

const multilineKinds = new Set<Block['kind']>(['text', 'rows', 'steps', 'columns', 'title']);

/** Shows the form fields of a poster: its texts, format, photo, colour and logo. */
export function PosterFields({ poster, excess, hasLogo, onChange }: PosterFieldsProps) {
  const { blocks, photo } = templateOf(poster.template);
  const set = (patch: Partial<Poster>) => onChange({ ...poster, ...patch });

  return (
    <Card padding="sm" label="Cartaz">
      <Stack fluid gap={4}>
        {blocks.map(({ key, kind, label, hint, max }) => {
          const words = excess.find((each) => each.key === key)?.words;
          const Field = multilineKinds.has(kind) ? Textarea : Input;
          return (
            <Field
              key={key}
              label={label}
              hint={hint}
              value={poster.texts[key]}
              maxLength={limits.poster.textLength}
              maxCharacters={max}
              error={words === undefined ? undefined : `Não cabe: tire ${plural(words, 'palavra', 'palavras')}.`}
              onChange={(text: string) => set({ texts: { ...poster.texts, [key]: text } })}
              {...(Field === Textarea && { rows: kind === 'title' ? 2 : 4 })}
            />
          );
        })}
        <Segmented
          label="Formato"
          showLabel
          value={poster.format}
          options={formats}
          onChange={(format) => set({ format })}
        />
        {photo !== 'none' && <PhotoField photo={poster.photo} onChange={(chosen) => set({ photo: chosen })} />}
        <Colours colour={poster.colour} onChange={(colour) => set({ colour })} />
        {hasLogo && (
          <Switch label="Logo da clínica" checked={poster.showsLogo} onChange={(showsLogo) => set({ showsLogo })} />
        )}
      </Stack>
    </Card>
  );
}

function Colours({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  function moveByKey(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = colourChoices.findIndex(([value]) => value === colour);
    const next = (current + step + colourChoices.length) % colourChoices.length;
    const [value] = colourChoices[next] ?? [colour];
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
    onChange(value);
  }
  const isChosen = colourChoices.some(([value]) => value === colour);
  return (
    <Stack gap={2}>
      <Text size="sm" weight="medium" id="cores">
        Cor
      </Text>
      <Row gap={2} wrap role="radiogroup" aria-labelledby="cores" onKeyDown={moveByKey}>
        {colourChoices.map(([value, name], index) => (
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={value === colour}
            aria-label={name}
            title={name}
            tabIndex={value === colour || (!isChosen && index === 0) ? 0 : -1}
            className={styles.swatch}
            style={{ '--swatch': value } as CSSProperties}
            onClick={() => onChange(value)}
          />
        ))}
      </Row>
      <OtherColour colour={colour} onChange={onChange} />
    </Stack>
  );
}

/** Shows the field for a colour that is not in the list. Calls `onChange` only with complete colours. */
function OtherColour({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  const [typed, setTyped] = useState<string>();
  const value = typed !== undefined && !/^#[0-9a-f]{6}$/i.test(typed) ? typed : colour.toUpperCase();
  return (
    <ColourField
      label="Outra cor"
      value={value}
      onChange={(text) => {
        setTyped(text);
        if (/^#[0-9a-f]{6}$/i.test(text)) onChange(text.toLowerCase());
      }}
    />
  );
}
