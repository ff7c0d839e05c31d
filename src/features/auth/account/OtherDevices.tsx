import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Section } from './Section.tsx';
import { createDeviceSignOut } from './security.ts';
import { accountMessages } from './messages.ts';

const words = accountMessages.doors;

export function OtherDevices({ onGone }: { onGone: () => void }) {
  const [store] = useState(() => createDeviceSignOut(onGone));
  const busy = useStore(store.$busy);
  const problem = useStore(store.$problem);
  const doneMessage = useStore(store.$done);
  return (
    <Section title={words.title} problem={problem} onSubmit={() => void store.close('others')}>
      <p>{words.text}</p>
      {doneMessage && <Notice>{words.signedOutElsewhere}</Notice>}
      <div className="row">
        <Button type="submit" kind="solid" busy={busy}>
          {words.others}
        </Button>
        <Button kind="line" busy={busy} onClick={() => void store.close('global')}>
          {words.global}
        </Button>
      </div>
    </Section>
  );
}
