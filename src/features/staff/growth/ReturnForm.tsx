import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { oneLine } from '#domain/one-line.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { returnMessages as words } from './messages.ts';
import type { ReportForm } from './report-form.ts';

interface Props {
  report: ReportForm;
  isReleased: boolean;
}

/** Sends a report back to its coach with a note, or takes a released one back from the family. */
export function ReturnForm({ report, isReleased }: Props) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    empty: { 'return-note': '' },
    check: (values) => missingTexts(values, 'return-note'),
    send: ({ 'return-note': note }) => report.sendBack(note.trim()),
  });
  const errorOf = useErrorOf(form);
  return (
    <details
      className="growth-return"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{isReleased ? words.takeBack : words.open}</summary>
      <Form form={form}>
        <TextArea
          id="return-note"
          label={isReleased ? words.takeBackNote : words.note}
          {...(isReleased && { hint: words.takeBackHint })}
          value={form.values['return-note']}
          error={errorOf('return-note')}
          most={300}
          onType={(text) => form.change({ 'return-note': oneLine(text, 300) })}
        />
        <Button kind="line" small type="submit">
          {isReleased ? words.sendTakenBack : words.send}
        </Button>
      </Form>
    </details>
  );
}
