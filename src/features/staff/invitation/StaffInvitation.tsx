import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { startOf } from '#api/start.ts';
import wave from '#assets/mascot/wave.svg?url';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { invitationMessages as words } from './messages.ts';
import { createInvitation } from './store.ts';

const guard = createAccess();

/** On `/management/invitation`, an invited person joins the team. Nothing changes until they accept. */
const StaffInvitation = () => (
  <Guarded guard={guard}>{({ member }) => <Card email={member.email} />}</Guarded>
);

function Card({ email }: { email: string }) {
  const [invitation] = useState(createInvitation);
  const view = useStore(invitation.$view);
  const busy = useStore(invitation.$busy);
  const outcome = useStore(invitation.$outcome);
  useEffect(() => void invitation.open(), [invitation]);
  if (view.state === 'loading')
    return (
      <div className="guarded">
        <Spinner>{words.loading}</Spinner>
      </div>
    );
  if (view.state === 'accepted')
    return (
      <section className="card staff-invited" aria-labelledby="invited">
        <img src={wave} width="130" height="107" alt="" />
        <div>
          <h1 id="invited">{words.accepted(view.role)}</h1>
          <ButtonLink href={startOf([view.role])}>{words.next[view.role]}</ButtonLink>
        </div>
      </section>
    );
  return (
    <section className="card staff-invited" aria-labelledby="invited">
      <img src={wave} width="130" height="107" alt="" />
      <div>
        <h1 id="invited">{view.state === 'missing' ? words.missing : words.title}</h1>
        {view.state === 'missing' && <p>{words.missingText}</p>}
        {view.state === 'ready' && <p>{words.lead(view.invitation)}</p>}
        {view.state === 'ready' && view.invitation.needs_second_factor && <p>{words.secondStep}</p>}
        <p className="quiet">{words.as(email)}</p>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {view.state === 'ready' && (
          <Button busy={busy} onClick={() => void invitation.accept()}>
            {words.accept(view.invitation.role)}
          </Button>
        )}
        {view.state === 'failed' && (
          <Button kind="line" busy={busy} onClick={() => void invitation.open()}>
            {words.retry}
          </Button>
        )}
        <p className="links">
          <button type="button" onClick={() => void invitation.switchAccount()}>
            {words.otherAddress}
          </button>
        </p>
      </div>
    </section>
  );
}

export default inBoundary(StaffInvitation);
