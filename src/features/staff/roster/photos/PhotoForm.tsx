import { useState } from 'react';
import type { Faults } from '#domain/fault.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { FieldError } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { useForm } from '#ui/kit/form/use-form.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import type { Child, RosterEntry } from '../model.ts';
import type { Box } from './blur.ts';
import { BlurPicture } from './BlurPicture.tsx';
import { photoMessages, withoutConsent } from './messages.ts';

export interface KeptPhoto {
  boxes: readonly Box[];
  childIds: string[];
  withoutIds: string[];
}

interface Props {
  /** The children of a photo that the coach confirms again. */
  tagged?: readonly string[];
  picture: HTMLCanvasElement;
  place: RosterEntry;
  /** How many chosen photos come after this one. */
  left: number;
  onKeep: (photo: KeptPhoto) => Promise<void>;
  onDiscard: () => void;
}

const problems = {
  'photo-children': photoMessages.needChild,
  'photo-statement': photoMessages.needStatement,
} as const;

/** The form of one photo. The coach blurs faces, says who is in the photo, and confirms it. */
export function PhotoForm({ tagged = [], picture, place, left, onKeep, onDiscard }: Props) {
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  /** The children whom the screen named when the coach confirmed the photo. The roster may be read again since. */
  const [confirmedIds, setConfirmedIds] = useState('');
  const { busy, run } = useAction();
  const missing = place.children.filter(({ photo_consent }) => photo_consent !== 'yes');
  const allowed = place.children.filter(({ photo_consent }) => photo_consent === 'yes');
  const missingIds = missing.map(({ child_id }) => child_id).join(' ');
  const isAllowed = (id: string) => allowed.some(({ child_id }) => child_id === id);
  const [empty] = useState({ 'photo-children': tagged.filter(isAllowed), 'photo-statement': false });
  const form = useForm({
    empty,
    check: (values): Faults => ({
      ...(!values['photo-children'].some(isAllowed) && { 'photo-children': { kind: 'missing' } }),
      ...(!(values['photo-statement'] && confirmedIds === missingIds) && {
        'photo-statement': { kind: 'missing' },
      }),
    }),
    send: (values) =>
      run(async () => {
        await onKeep({
          boxes,
          childIds: values['photo-children'].filter(isAllowed),
          withoutIds: missing.map(({ child_id }) => child_id),
        });
        return null;
      }),
  });
  const errorOf = useErrorOf(form, (_, path) => problems[path as keyof typeof problems]);
  const chosen = form.values['photo-children'];
  /** Blurring more or less changes what is confirmed. */
  function blur(next: readonly Box[]): void {
    setBoxes(next);
    form.change({ 'photo-statement': false });
  }
  const toggle = ({ child_id }: Child) =>
    form.change({
      'photo-children': chosen.includes(child_id)
        ? chosen.filter((id) => id !== child_id)
        : [...chosen, child_id],
    });
  return (
    <Form form={form}>
      {left > 0 && <p className="quiet">{photoMessages.left(left)}</p>}
      <BlurPicture picture={picture} boxes={boxes} onBlur={(box) => blur([...boxes, box])} />
      <div className="blur-line">
        <p className="quiet" role="status">
          {boxes.length === 0 ? photoMessages.blur : photoMessages.blurred(boxes.length)}
        </p>
        {boxes.length > 0 && (
          <Button kind="line" small onClick={() => blur(boxes.slice(0, -1))}>
            {photoMessages.undo}
          </Button>
        )}
      </div>
      {missing.length > 0 && (
        <div className="photo-missing">
          <b>{photoMessages.missing}</b>
          <ul>
            {missing.map((child) => (
              <li key={child.child_id}>
                <WithNames text={withoutConsent(child)} names={[child.name]} />
              </li>
            ))}
          </ul>
          <p>{photoMessages.missingText}</p>
          {form.values['photo-statement'] && confirmedIds !== missingIds && (
            <p role="status">{photoMessages.listChanged}</p>
          )}
        </div>
      )}
      <fieldset className="photo-children" id="photo-children" tabIndex={-1}>
        <legend>{photoMessages.who}</legend>
        <ul>
          {allowed.map((child) => (
            <li key={child.child_id}>
              <button
                type="button"
                aria-pressed={chosen.includes(child.child_id)}
                onClick={() => toggle(child)}
              >
                <Verbatim>{child.name}</Verbatim>
              </button>
            </li>
          ))}
        </ul>
        {errorOf('photo-children') && (
          <FieldError id="photo-children-error">{errorOf('photo-children')}</FieldError>
        )}
      </fieldset>
      <Checkbox
        id="photo-statement"
        checked={form.values['photo-statement'] && confirmedIds === missingIds}
        error={errorOf('photo-statement')}
        onChange={({ target }) => {
          setConfirmedIds(missingIds);
          form.change({ 'photo-statement': target.checked });
        }}
      >
        {photoMessages.statement(boxes.length)}
      </Checkbox>
      <div className="row halves">
        <Button kind="line" onClick={onDiscard}>
          {photoMessages.discard}
        </Button>
        <Button kind="solid" type="submit" busy={busy}>
          {photoMessages.send}
        </Button>
      </div>
    </Form>
  );
}
