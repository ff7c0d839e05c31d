import { useState } from 'react';
import type { StaffAccounts } from '#contract/management-system.ts';
import type { StaffInvitation } from '#contract/staff-invitations.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import '#ui/people/error-summary.css';
import type { Accounts } from './accounts.ts';
import { createInviteForm, inviteFault, inviteFields } from './invite.ts';
import { inviteMessages as words } from './invite-messages.ts';
import { roleNames } from './messages.ts';

interface Props {
  accounts: Accounts;
  coaches: StaffAccounts['free_coaches'];
  invitations: readonly StaffInvitation[];
  busy: boolean;
}

export function Invite({ accounts, coaches, invitations, busy }: Props) {
  const [form] = useState(() => createInviteForm(accounts));
  const fields = inviteFields(coaches);
  return (
    <>
      <section className="sheet give-role" aria-labelledby="invite">
        <header>
          <h2 id="invite">{words.title}</h2>
        </header>
        <Form
          form={form}
          labelledBy="invite"
          messageOf={inviteFault}
          labelOf={(id) => fields.find(({ path }) => path === id)?.label ?? id}
        >
          <Fields fields={fields} form={form} messageOf={inviteFault} />
          <Button kind="solid" type="submit" busy={busy}>
            {words.send}
          </Button>
        </Form>
      </section>
      {invitations.length > 0 && (
        <section className="sheet" aria-labelledby="invitations">
          <header>
            <h2 id="invitations">{words.list}</h2>
            <span className="tag numbers">{invitations.length}</span>
          </header>
          <ul>
            {invitations.map((invitation) => (
              <li key={invitation.id} className="system-account stack gap-x-6 gap-y-2.5">
                <div>
                  <h3>{invitation.name}</h3>
                  <p className="quiet">{words.when(invitation)}</p>
                  <p className="tags">
                    <span className={`tag ${words.tone(invitation)}`}>{words.tag(invitation)}</span>
                    <span className="tag">{roleNames[invitation.role]}</span>
                  </p>
                </div>
                {invitation.state === 'open' && (
                  <ConfirmButton
                    name={words.revoke}
                    label={words.revokeOf(invitation)}
                    means={words.means(invitation)}
                    yes={words.yes}
                    no={words.no}
                    busy={busy}
                    harm
                    onYes={() => void accounts.revokeInvitation(invitation)}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
