import { useStore } from '@nanostores/react';
import kids from '#assets/mascot/skate.svg?url';
import { Button } from '#ui/Button.tsx';
import { SheetFields } from '#ui/family/sheet/SheetFields.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ErrorSummary } from '#ui/people/ErrorSummary.tsx';
import { faultMessage } from '#ui/people/messages.ts';
import type { Child } from './child.ts';
import { sheetMessages } from '#ui/family/sheet/messages.ts';
import { messages } from './messages.ts';
import { addFields } from './steps.ts';

/** Asks only for a name and a birth date; the rest can wait until there is something to book. */
export function AddChild({ child }: { child: Child }) {
  const { sheet } = child;
  const values = useStore(sheet.$values);
  const faults = useStore(sheet.$faults);
  const refusals = useStore(sheet.$refusals);
  const isBack = useStore(sheet.$isBack);
  const busy = useStore(child.$busy);
  const note = useStore(child.$note);
  const labelOf = (id: string) => addFields.find(({ path }) => path === id)?.label ?? id;
  return (
    <div className="add-child">
      <div className="family-head">
        <h1>{messages.addTitle}</h1>
        <p className="lead">{messages.addLead}</p>
      </div>
      <img src={kids} width="220" height="220" alt="" />
      <form
        className="card fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void child.add();
        }}
      >
        {isBack && <Notice>{sheetMessages.kept}</Notice>}
        {note && <Notice tone={note.tone}>{note.text}</Notice>}
        <ErrorSummary
          faults={Object.entries(faults).map(([id, fault]) => ({
            id,
            text: `${labelOf(id)}: ${faultMessage(fault)}`,
          }))}
          refusals={refusals}
        />
        <SheetFields fields={addFields} values={values} faults={faults} onType={sheet.type} />
        <Button type="submit" busy={busy}>
          {busy ? messages.adding : messages.add}
        </Button>
      </form>
    </div>
  );
}
