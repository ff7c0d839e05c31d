import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import wave from '#assets/mascot/wave.svg?url';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Invitation } from './invitation.ts';
import { bringLines, invitationMessages, invitationTitle } from './messages.ts';

export function InvitationCard({ invitation, email }: { invitation: Invitation; email: string }) {
  const token = useStore(invitation.$token);
  const busy = useStore(invitation.$busy);
  const outcome = useStore(invitation.$outcome);
  const hasJoined = useStore(invitation.$joined);
  const view = useStore(invitation.$view);
  const preview = useStore(invitation.$preview);
  const ownFamily = view?.own ?? 'none';
  useEffect(() => void invitation.open(), [invitation]);
  if (hasJoined) return <Notice>{invitationMessages.joined}</Notice>;
  if (token === null) return null;
  return (
    <section className="card parent-invited" aria-labelledby="invited">
      <img src={wave} width="130" height="107" alt="" />
      <div>
        <h2 id="invited">{invitationTitle(view)}</h2>
        <p>{invitationMessages.text}</p>
        <p className="quiet">{invitationMessages.as(email)}</p>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {ownFamily !== 'none' && !preview && <p>{invitationMessages[ownFamily]}</p>}
        {preview ? (
          <Confirm
            title={invitationMessages.bringTitle}
            yes={invitationMessages.bring}
            no={invitationMessages.notYet}
            busy={busy}
            onYes={() => void invitation.accept()}
            onNo={invitation.stop}
          >
            {bringLines(preview).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Confirm>
        ) : (
          <div className="row">
            {ownFamily !== 'shared' && (
              <Button
                busy={busy}
                onClick={() => void (ownFamily === 'alone' ? invitation.showPreview() : invitation.accept())}
              >
                {ownFamily === 'alone' ? invitationMessages.preview : invitationMessages.take}
              </Button>
            )}
            <Button kind="line" onClick={invitation.close}>
              {ownFamily === 'none' ? invitationMessages.later : invitationMessages.separate}
            </Button>
          </div>
        )}
        <p className="links">
          <button type="button" onClick={() => void invitation.switchAccount()}>
            {invitationMessages.otherAddress}
          </button>
        </p>
      </div>
    </section>
  );
}
