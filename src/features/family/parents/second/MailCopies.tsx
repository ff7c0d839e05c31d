import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { mailMessages } from './messages.ts';
import { nameOf, type SecondParent } from './second-parent.ts';

type Parent = NonNullable<NonNullable<FamilyDashboard['family']>['primary_parent']>;

/**
 * Switches a parent's e-mails about bookings. Both parents get them, and each can turn them off while the other still
 * gets them.
 */
export function MailCopies({
  second,
  me,
  other,
}: {
  second: SecondParent;
  me: Parent | null;
  other: Parent;
}) {
  const busy = useStore(second.$busy);
  if (me === null) return null;
  const name = nameOf(other);
  return (
    <div className="parent-invite">
      <h3>{mailMessages.title}</h3>
      <p className="quiet">
        {!me.booking_mails
          ? mailMessages.offMe(name)
          : other.booking_mails
            ? mailMessages.on(me.email ?? '', name)
            : mailMessages.offOther(name)}
      </p>
      {(!me.booking_mails || other.booking_mails) && (
        <div className="row">
          <Button kind="line" small busy={busy} onClick={() => void second.setMails(!me.booking_mails, name)}>
            {me.booking_mails ? mailMessages.turnOff : mailMessages.turnOn}
          </Button>
        </div>
      )}
    </div>
  );
}
