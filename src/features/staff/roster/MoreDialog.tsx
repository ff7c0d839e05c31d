import type { MarkState } from '#contract/roster.ts';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { moreWords } from './messages.ts';
import type { Child } from './model.ts';
import { Sheet } from './Sheet.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  child: Child;
  now: MarkState;
  onMark: (mark: OwnMark) => void;
  onClose: () => void;
}

/** What is not said every time: late, absent, a note, first aid. */
export function MoreDialog({ child, now, onMark, onClose }: Props) {
  const [note, setNote] = useState(now.note ?? '');
  const say = (mark: OwnMark) => {
    onMark(mark);
    onClose();
  };
  return (
    <Sheet title={child.name} onClose={onClose}>
      <div className="row halves">
        <Button kind="line" onClick={() => say({ kind: 'late' })}>
          {moreWords.late}
        </Button>
        <Button kind="line" onClick={() => say({ kind: 'absent' })}>
          {moreWords.absent}
        </Button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          say({ kind: 'note', note: note.trim() === '' ? null : note.trim() });
        }}
      >
        <TextArea
          id="day-note"
          label={moreWords.note}
          hint={moreWords.noteHint}
          value={note}
          onType={(text) => setNote(oneLine(text))}
        />
        <Button kind="line" type="submit">
          {moreWords.save}
        </Button>
      </form>
      <Aid child={child} onSay={say} />
    </Sheet>
  );
}

/** As the database takes it: a line of 500 characters at most. */
/** As the database takes it: one line, without signs that nobody sees, cut between letters and not within one. */
const oneLine = (text: string) =>
  Array.from(text.replaceAll(/\s*\n\s*|[\t\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, ' '))
    .slice(0, 500)
    .join('');

function Aid({ child, onSay }: { child: Child; onSay: (mark: OwnMark) => void }) {
  const [injury, setInjury] = useState('');
  const [treatment, setTreatment] = useState('');
  const [told, setTold] = useState(false);
  const [tried, setTried] = useState(false);
  const missing = (text: string) => (tried && text.trim() === '' ? moreWords.needed : undefined);
  function write(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (injury.trim() === '' || treatment.trim() === '') return;
    onSay({ kind: 'first_aid', injury: injury.trim(), treatment: treatment.trim(), parent_told: told });
  }
  return (
    <details className="aid" open={child.first_aid.length > 0}>
      <summary>{moreWords.aid}</summary>
      {child.first_aid.length > 0 && (
        <ul>
          {child.first_aid.map((entry) => (
            <li key={entry.id}>{moreWords.entry(entry)}</li>
          ))}
        </ul>
      )}
      <form onSubmit={write} noValidate>
        <p className="quiet">{moreWords.aidHint}</p>
        <TextArea
          id="aid-injury"
          label={moreWords.injury}
          value={injury}
          error={missing(injury)}
          onType={(text) => setInjury(oneLine(text))}
        />
        <TextArea
          id="aid-treatment"
          label={moreWords.treatment}
          value={treatment}
          error={missing(treatment)}
          onType={(text) => setTreatment(oneLine(text))}
        />
        <Checkbox id="aid-told" checked={told} onChange={() => setTold(!told)}>
          {moreWords.told}
        </Checkbox>
        <Button kind="solid" type="submit">
          {moreWords.write}
        </Button>
      </form>
    </details>
  );
}
