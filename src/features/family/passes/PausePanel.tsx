import type { FamilyPass, PausePreview } from '#contract/family-passes.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { pauseMessages as words } from './pause-messages.ts';
import type { Passes } from './store.ts';

interface Props {
  passes: Passes;
  pass: FamilyPass;
  name: string;
}

/** Asks for the days, then shows what the pause changes before the parent confirms it. */
export default function PausePanel({ passes, pass, name }: Props) {
  const running = useStore(passes.$running);
  const [preview, setPreview] = useState<PausePreview | null>(null);
  const form = useForm({
    empty: { first: '', last: '' },
    check: ({ first, last }) =>
      first !== '' && last !== '' && last < first
        ? { last: { kind: 'not_accepted' as const } }
        : missingTexts({ first, last }, 'first', 'last'),
    send: async ({ first, last }) => setPreview(await passes.previewPause(pass.id, first, last)),
  });
  const errorOf = useErrorOf(form, words.fault);
  const { first, last } = form.values;
  const busy = running === pass.id;
  if (preview)
    return (
      <Confirm
        title={words.question(first, last)}
        about={words.title(pass.title, name)}
        yes={words.yes}
        no={words.no}
        busy={busy}
        onYes={() => void passes.pause(pass.id, first, last, preview)}
        onNo={() => setPreview(null)}
      >
        <p>{words.ends(preview)}</p>
        <p>{preview.bookings.length === 0 ? words.none : words.cancelled}</p>
        <ul>
          {preview.bookings.map((booking) => (
            <li key={booking.booking_id}>{words.session(booking)}</li>
          ))}
        </ul>
      </Confirm>
    );
  return (
    <Form form={form} className="stack all gap-2">
      <p className="quiet">{words.rule(pass)}</p>
      {(['first', 'last'] as const).map((id) => (
        <Field
          key={id}
          id={id}
          type="date"
          label={words[id]}
          min={pass.pause.earliest_day}
          value={form.values[id]}
          error={errorOf(id)}
          onChange={({ target }) => form.change({ [id]: target.value })}
        />
      ))}
      <div className="row">
        <Button kind="line" small type="submit" busy={busy}>
          {words.check}
        </Button>
        <Button kind="line" small onClick={passes.closePanel}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
