import { useState } from 'react';
import type { FamilyPage } from '#contract/management-families.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { taskMessages } from '#ui/staff/task/messages.ts';
import { newTaskPath } from '#ui/staff/task/task-path.ts';
import { TextArea } from '#ui/TextArea.tsx';
import type { FamilyDetailsStore } from './detail.ts';
import { noteMessages } from './messages.ts';
import { childName } from './model.ts';
import { PageSection } from './PageSection.tsx';

const NOTE_MAX = 1000;

interface Props {
  detail: FamilyDetailsStore;
  details: FamilyPage;
  busy: boolean;
}

/** Notes are for colleagues and must not contain health information. */
export function Notes({ detail, details, busy }: Props) {
  const [draft, setDraft] = useState({ id: crypto.randomUUID(), text: '', childId: '' });
  const [missing, setMissing] = useState(false);
  async function write(): Promise<void> {
    const text = draft.text.trim();
    setMissing(text === '');
    if (busy || text === '') return;
    const isSaved = await detail.writeNote(draft.id, draft.childId === '' ? null : draft.childId, text);
    if (isSaved) setDraft({ id: crypto.randomUUID(), text: '', childId: '' });
  }
  return (
    <PageSection title={noteMessages.title} anchor="notes" count={details.notes.length}>
      <FormElement
        className="note-form no-print"
        onSubmit={() => {
          void write();
        }}
      >
        <TextArea
          id="family-note"
          label={noteMessages.label}
          hint={noteMessages.hint}
          value={draft.text}
          error={missing ? noteMessages.missing : undefined}
          onType={(text) => setDraft({ ...draft, text: text.slice(0, NOTE_MAX) })}
        />
        <div className="row">
          {details.children.length > 0 && (
            <select
              className="input"
              aria-label={noteMessages.about}
              value={draft.childId}
              onChange={({ target }) => setDraft({ ...draft, childId: target.value })}
            >
              <option value="">{noteMessages.family}</option>
              {details.children.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <Button kind="solid" small type="submit" busy={busy}>
            {noteMessages.save}
          </Button>
          <ButtonLink kind="line" small href={newTaskPath('family', details.family.family_id)}>
            {taskMessages.newTask}
          </ButtonLink>
        </div>
      </FormElement>
      <ul>
        {details.notes.map((note) => (
          <li key={note.id} className="family-note">
            <p>{note.note}</p>
            <p className="quiet">
              {[childName(details, note.child_id), note.who ?? noteMessages.nobody, formatMoment(note.at)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <div className="no-print">
              <ConfirmButton
                name={noteMessages.remove}
                label={`${noteMessages.remove}: ${[childName(details, note.child_id), formatMoment(note.at)].filter(Boolean).join(', ')}`}
                means={noteMessages.means}
                yes={noteMessages.yes}
                no={noteMessages.no}
                busy={busy}
                harm
                onYes={() => void detail.removeNote(note.id)}
              />
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
