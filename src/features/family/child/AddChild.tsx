import { useStore } from '@nanostores/react';
import kids from '#assets/mascot/skate.svg?url';
import { Button } from '#ui/Button.tsx';
import { sheetMessages } from '#ui/family/sheet/messages.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { AddChildForm } from './add-child.ts';
import { messages } from './messages.ts';
import { addFields } from './steps.ts';

export function AddChild({ form }: { form: AddChildForm }) {
  const isRestored = useStore(form.$isRestored);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  return (
    <div className="add-child">
      <div className="family-head stack mb-7 gap-2.5">
        <h1>{messages.addTitle}</h1>
        <p className="lead">{messages.addLead}</p>
      </div>
      <img src={kids} width="220" height="220" alt="" />
      <Form
        form={form}
        className="card fields"
        labelOf={(id) => addFields.find(({ path }) => path === id)?.label ?? id}
        head={
          <>
            {isRestored && <Notice>{sheetMessages.draftRestored}</Notice>}
            {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
          </>
        }
      >
        <Fields fields={addFields} form={form} />
        <Button type="submit" busy={busy}>
          {busy ? messages.adding : messages.add}
        </Button>
      </Form>
    </div>
  );
}
