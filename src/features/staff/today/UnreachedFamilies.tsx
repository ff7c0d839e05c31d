import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ManagementToday, UnreachedFamily } from '#contract/management.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { unreachedMessages } from './messages.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { Today } from './store.ts';
import { TodoList } from './TodoList.tsx';

interface Props extends Pick<ManagementToday, 'unreached'> {
  today: Today;
}

/** Lists families whom no WhatsApp or text message reached, so that staff call them. */
export function UnreachedFamilies({ today, unreached }: Props) {
  const outcome = useStore(today.calls.$outcome);
  const busy = useStore(today.calls.$busy);
  const [pressedId, setPressedId] = useState<string | null>(null);
  const markDone = ({ id }: UnreachedFamily) => {
    setPressedId(id);
    void today.markUnreachedHandled(id);
  };
  if (unreached.count === 0) return null;
  return (
    <TodoList id="unreached" title={unreachedMessages.heading} none="" rows={unreached}>
      {(family) => (
        <li key={family.id}>
          <p>
            <b>{unreachedMessages.title(family)}</b>
          </p>
          <p className="quiet">{unreachedMessages.details(family)}</p>
          <div className="row no-print">
            {family.phone !== null && (
              <ButtonLink
                kind={family.is_urgent ? 'solid' : 'line'}
                small
                href={`tel:${family.phone}`}
                aria-label={unreachedMessages.callOf(formatPhone(family.phone), family)}
              >
                {unreachedMessages.call(formatPhone(family.phone))}
              </ButtonLink>
            )}
            <ButtonLink
              kind="line"
              small
              href={`${staffPaths.managementFamilies}?family=${family.family_id}`}
              aria-label={unreachedMessages.openOf(family)}
            >
              {unreachedMessages.open}
            </ButtonLink>
            <Button
              kind="line"
              small
              busy={busy}
              aria-label={unreachedMessages.doneOf(family)}
              onClick={() => markDone(family)}
            >
              {unreachedMessages.done}
            </Button>
          </div>
          {outcome !== null && pressedId === family.id && <RefusalNotice code={outcome.code} />}
        </li>
      )}
    </TodoList>
  );
}
