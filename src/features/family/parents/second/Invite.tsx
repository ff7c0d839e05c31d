import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { secondMessages } from './messages.ts';
import type { SecondParent } from './second-parent.ts';

interface Props {
  second: SecondParent;
  invitation: FamilyDashboard['invitation'];
  own: string;
}

export function Invite({ second, invitation, own }: Props) {
  return invitation ? (
    <OpenInvitation second={second} invitation={invitation} />
  ) : (
    <Form second={second} own={own} />
  );
}

function Form({ second, own }: Pick<Props, 'second' | 'own'>) {
  const email = useStore(second.$email);
  const fault = useStore(second.$fault);
  const busy = useStore(second.$busy);
  return (
    <FormElement className="parent-invite" onSubmit={() => void second.invite(own)}>
      <h3>{secondMessages.inviteTitle}</h3>
      <p className="quiet">{secondMessages.inviteText}</p>
      <p className="quiet">{secondMessages.inviteBring}</p>
      <EmailField
        id="invite-email"
        label={secondMessages.email}
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fault ?? undefined}
        onType={second.type}
      />
      <div>
        <Button type="submit" kind="solid" busy={busy}>
          {secondMessages.send}
        </Button>
      </div>
    </FormElement>
  );
}

function OpenInvitation({
  second,
  invitation: { email, expires_at },
}: {
  second: SecondParent;
  invitation: NonNullable<Props['invitation']>;
}) {
  const sent = useStore(second.$sent);
  const isCopied = useStore(second.$copied);
  const busy = useStore(second.$busy);
  const isNew = sent?.email === email;
  return (
    <div className="parent-invite">
      <h3>{secondMessages.openTitle}</h3>
      {isNew && (
        <Notice tone={sent.mailed ? 'calm' : 'warn'}>
          {sent.mailed ? secondMessages.mailed(email) : secondMessages.notMailed(email)}
        </Notice>
      )}
      <p>{secondMessages.open(email, expires_at)}</p>
      {isNew && (
        <div className="invite-link">
          <label className="quiet" htmlFor="invite-link">
            {secondMessages.link}
          </label>
          <input
            id="invite-link"
            className="input"
            readOnly
            value={sent.link}
            onFocus={(event) => event.target.select()}
          />
          <Button kind="line" small onClick={() => void second.copyLink()}>
            {isCopied ? secondMessages.copied : secondMessages.copy}
          </Button>
          <span className="sr-only" role="status">
            {isCopied ? secondMessages.copied : ''}
          </span>
        </div>
      )}
      <div className="row">
        {!isNew && (
          <Button kind="line" small busy={busy} onClick={() => void second.send(email)}>
            {secondMessages.sendAgain}
          </Button>
        )}
        <ConfirmButton
          name={secondMessages.withdraw}
          means={secondMessages.withdrawMeans(email)}
          yes={secondMessages.withdraw}
          no={secondMessages.keepOpen}
          busy={busy}
          onYes={() => void second.withdraw()}
        />
      </div>
    </div>
  );
}
