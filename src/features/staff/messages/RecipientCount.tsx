import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Composer } from './composer.ts';
import { writeMessages } from './messages.ts';
import { reachesNobody } from './model.ts';

/** Says how many people get the message, who they are, and who is left out. */
export function RecipientCount({ composer }: { composer: Composer }) {
  const reach = useStore(composer.$reach);
  if (reach.state === 'none') return null;
  if (reach.state === 'loading')
    return (
      <p className="message-reach quiet" role="status">
        {writeMessages.counting}
      </p>
    );
  if (reach.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void composer.countRecipients()}>
            {failedMessages.again}
          </Button>
        }
      >
        {writeMessages.countFailed}
      </Notice>
    );
  const { families, more, addresses, left_out, first } = reach.value;
  const nobody = reachesNobody(reach.value);
  return (
    <div className={nobody ? 'message-reach nobody' : 'message-reach'}>
      <p role="status">
        <b className="numbers">{nobody ? writeMessages.nobody : writeMessages.reach(addresses, more)}</b>
        {left_out > 0 && <span>{writeMessages.leftOut(left_out)}</span>}
        {families > addresses + left_out && <span>{writeMessages.shared(families)}</span>}
      </p>
      {first.length > 0 && (
        <details>
          <summary>{writeMessages.see}</summary>
          <ul>
            {first.map(({ name, email }) => (
              <li key={email}>
                {name ?? email}
                {name !== null && <span className="quiet">{email}</span>}
              </li>
            ))}
          </ul>
          {addresses > first.length && <p className="quiet">{writeMessages.firstByName(first.length)}</p>}
        </details>
      )}
    </div>
  );
}
