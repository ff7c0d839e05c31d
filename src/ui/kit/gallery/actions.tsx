import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '../../Button.tsx';
import { Confirm } from '../../Confirm.tsx';
import { ConfirmButton } from '../../ConfirmButton.tsx';
import { Notice } from '../../Notice.tsx';
import { createAction, type Message } from '../action.ts';
import { Part, State } from './Part.tsx';

const means = 'Kai Tan’s place in Spark camp, Bishan, Mon 7 Dec 2026, is cancelled and $120 is refunded.';
const nothing = () => undefined;

export const ConfirmPart = () => (
  <Part title="Confirm, ConfirmButton">
    {(['asks', 'busy', 'waits'] as const).map((state) => (
      <State key={state} name={state}>
        <Confirm
          title="Cancel this booking?"
          about="Kai Tan, Spark camp, Bishan"
          yes="Cancel booking"
          no="Keep booking"
          busy={state === 'busy'}
          mayYes={state !== 'waits'}
          harm
          onYes={nothing}
          onNo={nothing}
        >
          {means}
        </Confirm>
      </State>
    ))}
    <State name="a button that asks first">
      <ConfirmButton
        name="Cancel booking"
        means={means}
        yes="Cancel booking"
        no="Keep booking"
        busy={false}
        harm
        onYes={nothing}
      />
    </State>
  </Part>
);

const outcomes = {
  saved: { tone: 'calm', text: 'Saved.' },
  refused: { tone: 'bad', text: 'Somebody else has just changed this. Please check it and try again.' },
} as const satisfies Record<string, Message>;

function Trial({ outcome }: { outcome: Message }) {
  const [action] = useState(() => createAction());
  const busy = useStore(action.$busy);
  const message = useStore(action.$outcome);
  return (
    <>
      <Button
        kind="solid"
        busy={busy}
        onClick={() =>
          void action.run(() => new Promise((resolve) => setTimeout(() => resolve(outcome), 1000)))
        }
      >
        Save changes
      </Button>
      {message && (
        <Notice
          tone={message.tone}
          actions={
            message.tone === 'bad' && (
              <Button kind="line" small onClick={() => void action.retry()}>
                Try again
              </Button>
            )
          }
        >
          {message.text}
        </Notice>
      )}
    </>
  );
}

export const ActionPart = () => (
  <Part title="createAction">
    {Object.entries(outcomes).map(([name, outcome]) => (
      <State key={name} name={`press it: ${name}`}>
        <Trial outcome={outcome} />
      </State>
    ))}
  </Part>
);
