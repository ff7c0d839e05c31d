import { useState } from 'react';
import type { StaffLeadDetails } from '#contract/management-leads.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import type { LeadDetailsStore } from './detail.ts';
import { leadMessages } from './messages.ts';

/** Notes are for colleagues and are deleted with the lead. */
export function Notes({
  detail,
  details,
  busy,
}: {
  detail: LeadDetailsStore;
  details: StaffLeadDetails;
  busy: boolean;
}) {
  const id = details.lead.lead_id;
  const [noteText, setNoteText] = useState(() => detail.draftOf(id));
  return (
    <section className="sheet" aria-labelledby="lead-notes">
      <header>
        <h3 id="lead-notes">{leadMessages.notes}</h3>
      </header>
      <FormElement
        className="lead-note"
        onSubmit={() => {
          // If saving fails, the typed text stays.
          void detail.note().then((isDone) => isDone && setNoteText(''));
        }}
      >
        <TextArea
          id="lead-note"
          label={leadMessages.note}
          hint={leadMessages.noteHint}
          value={noteText}
          onType={(text) => {
            setNoteText(text);
            detail.write(id, text);
          }}
        />
        <Button kind="line" small type="submit" busy={busy}>
          {leadMessages.save}
        </Button>
      </FormElement>
      {details.notes.length === 0 && <p className="quiet">{leadMessages.noNotes}</p>}
      <ol>
        {details.notes.map(({ note_id, body, at, who }) => (
          <li key={note_id}>
            <p className="lead-words">{body}</p>
            <p className="quiet numbers">{[who, formatMoment(at)].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
