import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { Section } from '../account/Section.tsx';
import { CodeField } from '../CodeField.tsx';
import { errorFor, readTyped } from '../Form.tsx';
import type { Device } from './factors.ts';
import { textMessages as words } from './messages.ts';
import { createTextSetup } from './text-setup.ts';

interface Props {
  title: string;
  devices: readonly Device[];
  onDone: () => void | Promise<void>;
  onGiveUp: () => void;
}

export default function TextSetup({ title, devices, onDone, onGiveUp }: Props) {
  const [setup] = useState(() => createTextSetup(devices, onDone));
  const busy = useStore(setup.$busy);
  const problem = useStore(setup.$problem);
  const number = useStore(setup.$number);
  const sent = useStore(setup.$sent);
  const cancelButton = (
    <Button kind="line" onClick={onGiveUp}>
      {words.cancel}
    </Button>
  );
  if (sent === null)
    return (
      <Section title={title} problem={problem} onSubmit={() => void setup.ask()}>
        <p>{words.lead}</p>
        <PhoneField
          id="factor-phone"
          label={words.number}
          autoComplete="tel"
          value={number}
          onType={(text) => setup.$number.set(text)}
          error={errorFor(problem, 'email')}
          required
        />
        <div className="row">
          <Button type="submit" busy={busy}>
            {words.send}
          </Button>
          {cancelButton}
        </div>
      </Section>
    );
  return (
    <Section title={title} problem={problem} onSubmit={(form) => void setup.finish(readTyped(form, 'code'))}>
      <p id="factor-sent">{words.sentTo(sent.phone)}</p>
      <CodeField describedBy="factor-sent" label={words.codeLabel} error={errorFor(problem, 'code')} />
      <div className="row">
        <Button type="submit" busy={busy}>
          {words.finish}
        </Button>
        <Button kind="line" busy={busy} onClick={() => void setup.again()}>
          {words.again}
        </Button>
        {cancelButton}
      </div>
    </Section>
  );
}
