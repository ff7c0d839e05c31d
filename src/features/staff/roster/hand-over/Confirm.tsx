import type { Concern } from '#contract/roster.ts';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { oneLine } from '#domain/one-line.ts';
import type { Child } from '../model.ts';
import { CallParents } from './CallParents.tsx';
import { confirmMessages } from './messages.ts';

const FIELD = 'hand-over-reason';

interface Props {
  child: Child;
  name: string | null;
  concerns: readonly Concern[];
  onConfirm: (reason: string) => void;
}

/** If there are concerns, the coach must give a reason and press again. */
export function Confirm({ child, name, concerns, onConfirm }: Props) {
  const form = useForm({
    empty: { [FIELD]: '' },
    check: (values) => missingTexts(values, FIELD),
    send: ({ [FIELD]: reason }) => onConfirm(reason.trim()),
  });
  const errorOf = useErrorOf(form, () => confirmMessages.needed);
  useEffect(() => document.getElementById(FIELD)?.focus(), []);
  return (
    <Form form={form} className="stack mt-4 gap-3">
      <Notice
        tone="bad"
        title={confirmMessages.title}
        list={concerns.map((concern) => (
          <WithNames key={concern} text={confirmMessages.concern(concern, child)} names={[child.name]} />
        ))}
      />
      <p>{confirmMessages.call}</p>
      <CallParents parents={child.collecting_parents} />
      <TextArea
        id={FIELD}
        label={confirmMessages.reason}
        hint={confirmMessages.reasonHint}
        value={form.values[FIELD]}
        error={errorOf(FIELD)}
        onType={(text) => form.change({ [FIELD]: oneLine(text, 300) })}
      />
      <Button kind="line" wide type="submit">
        <span>
          <WithNames
            text={
              name === null ? confirmMessages.alone(child.name) : confirmMessages.handTo(child.name, name)
            }
            names={[child.name, name ?? '']}
          />
        </span>
      </Button>
    </Form>
  );
}
