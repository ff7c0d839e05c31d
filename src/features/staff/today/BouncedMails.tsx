import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { BouncedMail, ManagementToday } from '#contract/management.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { bouncedMessages } from './messages.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { Today } from './store.ts';
import { TodoList } from './TodoList.tsx';

interface Props extends Pick<ManagementToday, 'bounced_mails'> {
  today: Today;
}

/** Lists families to whom mails do not arrive, so that staff call them. */
export function BouncedMails({ today, bounced_mails }: Props) {
  const outcome = useStore(today.bounces.$outcome);
  const busy = useStore(today.bounces.$busy);
  const [pressedId, setPressedId] = useState<string | null>(null);
  const markDone = (mail: BouncedMail) => {
    setPressedId(mail.email);
    void today.markBounceHandled(mail);
  };
  if (bounced_mails.count === 0) return null;
  return (
    <TodoList id="bounced" title={bouncedMessages.heading} none="" rows={bounced_mails}>
      {(mail) => (
        <li key={mail.email}>
          <p>
            <b>{bouncedMessages.title(mail)}</b>
          </p>
          <p className="quiet">{bouncedMessages.details(mail)}</p>
          <div className="row no-print">
            {mail.phone !== null && (
              <ButtonLink
                kind="line"
                small
                href={`tel:${mail.phone}`}
                aria-label={bouncedMessages.callOf(formatPhone(mail.phone), mail)}
              >
                {bouncedMessages.call(formatPhone(mail.phone))}
              </ButtonLink>
            )}
            <ButtonLink
              kind="line"
              small
              href={`${staffPaths.managementFamilies}?family=${mail.family_id}`}
              aria-label={bouncedMessages.openOf(mail)}
            >
              {bouncedMessages.open}
            </ButtonLink>
            <Button
              kind="line"
              small
              busy={busy}
              aria-label={bouncedMessages.doneOf(mail)}
              onClick={() => markDone(mail)}
            >
              {bouncedMessages.done}
            </Button>
          </div>
          {outcome !== null && pressedId === mail.email && <RefusalNotice code={outcome.code} />}
        </li>
      )}
    </TodoList>
  );
}
