import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { medical } from '#ui/staff/icons.ts';
import type { ShownHealth } from './detail.ts';
import { firstAidMessages } from './child-messages.ts';
import { healthMessages } from './messages.ts';
import { linesOf } from './model.ts';

interface Props {
  /** First aid is a separate read, with a button of its own. */
  kind?: 'health' | 'first_aid';
  id: string;
  name: string;
  details: ShownHealth | undefined;
  busy: boolean;
  onView: () => void;
  onHide: () => void;
}

/** A button that opens health information. Every press is logged as a read, and the text beside the button says so. */
export function HealthButton({ kind = 'health', id, name, details, busy, onView, onHide }: Props) {
  const messages = kind === 'health' ? healthMessages : { ...healthMessages, ...firstAidMessages };
  const list = useRef<HTMLDivElement>(null);
  const isShown = details !== undefined;
  useEffect(() => {
    if (isShown) list.current?.focus();
  }, [isShown]);
  if (!details)
    return (
      <p className="cluster no-print gap-x-3 gap-y-1.5">
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={messages.readOf(name)}
          aria-describedby={`logged-${id}`}
          onClick={() => busy || onView()}
        >
          <Icon path={medical} />
          {messages.read}
        </Button>
        <span id={`logged-${id}`} className="quiet">
          {messages.logged}
        </span>
      </p>
    );
  const lines = linesOf(details);
  return (
    <div
      ref={list}
      className="health-answers"
      tabIndex={-1}
      role="group"
      aria-label={kind === 'health' ? messages.of(name) : messages.readOf(name)}
    >
      {lines.length === 0 ? (
        <p>{messages.nothing}</p>
      ) : (
        <dl>
          {lines.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button kind="line" small onClick={onHide}>
        {messages.hide}
      </Button>
    </div>
  );
}
