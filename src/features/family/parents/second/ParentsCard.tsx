import type { FamilyDashboard } from '#contract/family.ts';
import { formatMoment } from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { user } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { Invite } from './Invite.tsx';
import { secondMessages } from './messages.ts';
import { LeaveFamily } from './LeaveFamily.tsx';
import { MailCopies } from './MailCopies.tsx';
import { nameOf, type SecondParent } from './second-parent.ts';

interface Props {
  second: SecondParent;
  family: FamilyDashboard;
  /** True for the copy that this browser saved. It has no addresses, phone numbers or open invitation. */
  isSaved: boolean;
  email: string;
}

export function ParentsCard({ second, family: { family, me, invitation }, isSaved, email }: Props) {
  const outcome = useStore(second.$outcome);
  const busy = useStore(second.$busy);
  const parents = [family?.primary_parent ?? null, family?.secondary_parent ?? null];
  const hasParents = parents.some((parent) => parent !== null);
  const rows = hasParents
    ? parents
    : [{ id: me.id, name: me.name, email, phone: null, booking_mails: true }, null];
  const other = rows.find((parent) => parent !== null && parent.id !== me.id) ?? null;
  const mayInvite = other === null && (family === null || me.is_primary);
  return (
    <div className="card parents-card">
      <ul>
        {rows.map(
          (parent, index) =>
            parent && (
              <li key={parent.id} className="parents-person">
                <span className="parent-face" aria-hidden="true">
                  <Icon path={user} />
                </span>
                <div>
                  <h3>
                    {parent.name.trim() === '' ? (
                      secondMessages.unnamed
                    ) : (
                      <Verbatim>{parent.name.trim()}</Verbatim>
                    )}
                    {parent.id === me.id && <small> ({secondMessages.you})</small>}
                  </h3>
                  <p className="quiet">{index === 0 ? secondMessages.first : secondMessages.second}</p>
                  {isSaved ? null : (
                    <p className="quiet numbers">
                      <Verbatim>{parent.email}</Verbatim>
                      <br />
                      {parent.phone ? (
                        <Verbatim>{formatPhone(parent.phone)}</Verbatim>
                      ) : (
                        secondMessages.noPhone
                      )}
                    </p>
                  )}
                </div>
              </li>
            ),
        )}
      </ul>
      {isSaved && <p className="quiet">{secondMessages.contactOffline}</p>}
      {!isSaved && family?.handover_at && (
        <Notice
          tone="warn"
          actions={
            <Button kind="solid" small busy={busy} onClick={() => void second.stopHandover()}>
              {secondMessages.stopHandover}
            </Button>
          }
        >
          {secondMessages.handover(formatMoment(family.handover_at))}
        </Notice>
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {!isSaved && mayInvite && <Invite second={second} invitation={invitation} own={email} />}
      {!isSaved && other && (
        <MailCopies second={second} me={rows.find((parent) => parent?.id === me.id) ?? null} other={other} />
      )}
      {!isSaved && other && (
        <LeaveFamily
          second={second}
          other={nameOf(other)}
          isFirst={me.is_primary}
          isHandingOver={Boolean(family?.handover_at)}
        />
      )}
    </div>
  );
}
