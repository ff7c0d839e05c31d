import type { FirstAid, MarkState } from '#contract/roster.ts';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { LevelForm } from './LevelForm.tsx';
import { oneLine } from '#domain/one-line.ts';
import { moreMessages, placeOnDay } from './messages.ts';
import type { Child, RosterEntry } from './model.ts';
import { Sheet } from './Sheet.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  place: RosterEntry;
  child: Child;
  now: MarkState;
  firstAid: readonly FirstAid[];
  onMark: (mark: OwnMark) => void;
  onLevelSet: () => void;
  onClose: () => void;
}

/** Contains the actions that are rarely needed: late, absent, a note, first aid and the level. */
export function MoreDialog({ place, child, now, firstAid, onMark, onLevelSet, onClose }: Props) {
  const [note, setNote] = useState(now.note ?? '');
  const markAndClose = (mark: OwnMark) => {
    onMark(mark);
    onClose();
  };
  return (
    <Sheet title={child.name} names={[child.name]} about={placeOnDay(place)} onClose={onClose}>
      <div className="row halves">
        <Button kind="line" onClick={() => markAndClose({ kind: 'late' })}>
          {moreMessages.late}
        </Button>
        <Button kind="line" onClick={() => markAndClose({ kind: 'absent' })}>
          {moreMessages.absent}
        </Button>
      </div>
      <FormElement
        onSubmit={() => markAndClose({ kind: 'note', note: note.trim() === '' ? null : note.trim() })}
      >
        <TextArea
          id="day-note"
          label={moreMessages.note}
          hint={moreMessages.noteHint}
          value={note}
          onType={(text) => setNote(oneLine(text))}
        />
        <Button kind="line" type="submit">
          {moreMessages.save}
        </Button>
      </FormElement>
      <FirstAidRecords firstAid={firstAid} onMark={markAndClose} />
      <LevelForm child={child} onSaved={onLevelSet} />
    </Sheet>
  );
}

function FirstAidRecords({
  firstAid,
  onMark,
}: {
  firstAid: readonly FirstAid[];
  onMark: (mark: OwnMark) => void;
}) {
  const form = useForm({
    empty: { 'aid-injury': '', 'aid-treatment': '', 'aid-parent-informed': false },
    check: (values) => missingTexts(values, 'aid-injury', 'aid-treatment'),
    send: ({ 'aid-injury': injury, 'aid-treatment': treatment, 'aid-parent-informed': parent_informed }) =>
      onMark({ kind: 'first_aid', injury: injury.trim(), treatment: treatment.trim(), parent_informed }),
  });
  const { 'aid-parent-informed': isParentInformed } = form.values;
  const errorOf = useErrorOf(form, () => moreMessages.needed);
  return (
    <details className="aid" open={firstAid.length > 0}>
      <summary>{moreMessages.aid}</summary>
      {firstAid.length > 0 && (
        <ul>
          {firstAid.map((entry) => (
            <li key={entry.id}>
              {moreMessages.entry(entry)} {moreMessages.informedAt(entry)}
              {entry.parent_informed_at === null && (
                <Button
                  kind="line"
                  small
                  onClick={() => onMark({ kind: 'parent_informed', first_aid_id: entry.id })}
                >
                  {moreMessages.markInformed}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form form={form}>
        <p className="quiet">{moreMessages.aidHint}</p>
        <TextArea
          id="aid-injury"
          label={moreMessages.injury}
          value={form.values['aid-injury']}
          error={errorOf('aid-injury')}
          onType={(text) => form.change({ 'aid-injury': oneLine(text) })}
        />
        <TextArea
          id="aid-treatment"
          label={moreMessages.treatment}
          value={form.values['aid-treatment']}
          error={errorOf('aid-treatment')}
          onType={(text) => form.change({ 'aid-treatment': oneLine(text) })}
        />
        <Checkbox
          id="aid-parent-informed"
          checked={isParentInformed}
          onChange={() => form.change({ 'aid-parent-informed': !isParentInformed })}
        >
          {moreMessages.parentInformed}
        </Checkbox>
        <Button kind="solid" type="submit">
          {moreMessages.write}
        </Button>
      </Form>
    </details>
  );
}
