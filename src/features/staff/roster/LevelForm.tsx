import { useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { ChoiceField } from '#ui/kit/form/ChoiceField.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { setLevel } from './api.ts';
import { levelMessages } from './messages.ts';
import type { Child } from './model.ts';
import { oneLine } from '#domain/one-line.ts';

interface Props {
  child: Child;
  onSaved: () => void;
}

const options = Array.from({ length: 8 }, (_, index) => ({
  value: String(index + 1),
  label: levelMessages.option(index + 1),
}));

/** A coach sets a child's level and writes a note to the family. Unlike a mark, this needs a network. */
export function LevelForm({ child, onSaved }: Props) {
  const { busy, outcome, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    // No level is preselected, because saving one is an assessment. After an assessment, what the parents said no
    // longer counts.
    empty: { 'level-now': '', 'level-note': '' },
    check: (values) => missingTexts(values, 'level-now'),
    send: ({ 'level-now': level, 'level-note': note }) =>
      run(async () => {
        const answer = await setLevel(child.child_id, Number(level), note.trim() || null);
        if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, levelMessages.refusals) };
        onSaved();
        return { tone: 'calm', text: levelMessages.saved(child.name, answer.value.current_level) };
      }),
  });
  const errorOf = useErrorOf(form, () => levelMessages.needed);
  return (
    <details className="aid" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{levelMessages.title}</summary>
      <Form form={form}>
        <ChoiceField
          id="level-now"
          label={levelMessages.title}
          value={form.values['level-now']}
          error={errorOf('level-now')}
          options={options}
          required
          onType={(level) => form.change({ 'level-now': level })}
        />
        <TextArea
          id="level-note"
          label={levelMessages.note}
          hint={levelMessages.noteHint}
          value={form.values['level-note']}
          onType={(text) => form.change({ 'level-note': oneLine(text) })}
        />
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <Button kind="line" type="submit" busy={busy}>
          {levelMessages.save}
        </Button>
      </Form>
    </details>
  );
}
