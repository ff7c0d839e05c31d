import type { PartyDetails } from '#contract/management-parties.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { remindMessages, detailMessages } from './messages.ts';
import type { PartyDetailsStore } from './detail.ts';

interface Props {
  detail: PartyDetailsStore;
  details: PartyDetails;
  /** The number of guests who are coming and have an address. */
  mails: number;
  busy: boolean;
}

export function Reminders({ detail, details, mails, busy }: Props) {
  return (
    <section className="sheet party-part" aria-labelledby="party-remind">
      <h3 id="party-remind">{remindMessages.title}</h3>
      <p className="quiet">{remindMessages.text}</p>
      <div className="party-remind">
        <Button kind="line" small busy={busy} onClick={() => void detail.remind('host')}>
          {remindMessages.host}
        </Button>
        <span className="quiet">
          {details.party.host_email === null
            ? remindMessages.noHost
            : remindMessages.hostLast(details.host_reminded_at)}
        </span>
      </div>
      <div className="party-remind">
        {mails > 0 && (
          <ConfirmButton
            name={remindMessages.guests}
            means={remindMessages.guestsMeans(mails)}
            yes={remindMessages.yes}
            no={detailMessages.leave}
            busy={busy}
            onYes={() => void detail.remind('guests')}
          />
        )}
        <span className="quiet">
          {mails === 0 ? remindMessages.nobody : remindMessages.hostLast(details.guests_reminded_at)}
        </span>
      </div>
    </section>
  );
}
